// Chooses, for posts and for messages, the temperature and the thresholds of their answers, on the dev parts of the sets of that kind, our own
// dev sentences, and the developed half of the messages; never on a test part or the held-out half. Build first, then:
//   node eval/kinds.mjs [--data ../shared/datasets] [--write]
// --write puts them into models/manifest.json (`kinds`). To run after every export of new weights.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openTextModel } from "@market-sentiment/core/onnx";
import { readOwn, readPosts, readSet, splitOf } from "./labelled-sets.mjs";
import { LABELS } from "./measures.mjs";
import { folderWith, modelDirectory } from "./model-folder.mjs";
import { questionAbout } from "./questions.mjs";
import { readTalk } from "./talk.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: join(root, "..", "shared", "datasets") },
    write: { type: "boolean", default: false },
  },
});
const ownFolder = join(root, "models", "train", "own");
const isDev = ({ text }) => splitOf(text) === "dev";
const set = (name) => readSet(options.data, name).filter(isDev);
const posts = (stream) => readPosts(options.data, ownFolder, stream).filter(isDev);
const written = (name) => readOwn(ownFolder, [join("written", `${name}.jsonl`)]).filter(isDev);
const talk = readTalk().filter(({ half }) => half === "developed");

/** Groups of rows by kind; each group counts alike, however many rows it has. */
const groupsOf = {
  post: [
    set("wsb-labelled-2021"),
    posts("reddit-wsb-2020-12"),
    ...["forum", "sarcasm", "options-and-crypto", "talk"].map(written),
    talk,
  ],
  message: [
    set("twitter-financial-news-sentiment"),
    posts("tweets-stocknet"),
    ...["microblog", "sarcasm", "options-and-crypto", "talk"].map(written),
    talk,
  ],
};
/** In a long post the conclusion counts, which stands at the end. */
const MAX_WINDOWS = 4;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Each row's label with what the model says: scaled log odds without position rules, and the direction those raise. */
async function answersOf(groups, logOdds) {
  const questions = groups.map((rows) => rows.map(({ text, target }) => questionAbout(text, target)));
  const [plain, raised] = [[], []];
  for (const [answers, odds] of [
    [plain, 0],
    [raised, logOdds],
  ]) {
    const folder = await folderWith({
      fields: { temperature: 1, kinds: {}, maxWindows: MAX_WINDOWS, position: { logOdds: odds } },
    });
    const model = await openTextModel({ modelDirectory: folder, workers: 2 });
    for (const asked of questions) answers.push(await model.judge(asked));
    await model.close();
    await rm(folder, { recursive: true });
  }
  return groups.map((rows, group) =>
    rows.map(({ label }, at) => {
      const logits = LABELS.map((name) => Math.log(Math.max(plain[group][at].probabilities[name], 1e-12)));
      const moved = raised[group][at].score - plain[group][at].score;
      const held = Math.abs(moved) < 1e-9 ? null : moved > 0 ? 2 : 0;
      return { label, logits, held };
    }),
  );
}

function probabilitiesOf({ logits, held }, temperature, logOdds) {
  const weights = logits.map((logit, at) => Math.exp(logit / temperature + (at === held ? logOdds : 0)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function labelOf([negative, neutral, positive], { neutral: times, doubt }) {
  const likelier = Math.max(negative, positive);
  if (neutral >= times * likelier || Math.min(negative, positive) >= doubt * likelier) return "neutral";
  return positive > negative ? "positive" : "negative";
}

/** The temperature of least log loss. */
function temperatureOf(groups, logOdds) {
  const loss = (temperature) =>
    mean(
      groups.map((rows) =>
        mean(
          rows.map((row) => -Math.log(probabilitiesOf(row, temperature, logOdds)[LABELS.indexOf(row.label)] + 1e-12)),
        ),
      ),
    );
  const tried = Array.from({ length: 141 }, (_, at) => Math.round(60 + at) / 100);
  return tried.reduce((best, one) => (loss(one) < loss(best) ? one : best));
}

/** The opposite of what is meant is worse than no answer: an inverted sign takes away so many right answers. */
const INVERTED_COST = 2;
/** Within so much of the best by that measure, thresholds count as equally good, … */
const NOISE = 0.005;
/** … and accuracy may fall by no more than this for the sake of fewer inverted signs. */
const MOST_ACCURACY_LOST = 0.05;

/** Of thresholds that are about equally good by right answers less what inverted ones cost: those with the fewest inverted signs. */
function thresholdsOf(groups, temperature, logOdds) {
  const answered = groups.map((rows) =>
    rows.map((row) => ({ label: row.label, probabilities: probabilitiesOf(row, temperature, logOdds) })),
  );
  const tried = [];
  for (const neutral of [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3])
    for (const doubt of [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]) {
      const thresholds = { neutral, doubt };
      const share = (of) => mean(answered.map((rows) => mean(rows.map((row) => (of(row) ? 1 : 0)))));
      const right = share(({ label, probabilities }) => labelOf(probabilities, thresholds) === label);
      const inverted = share(({ label, probabilities }) => {
        const given = labelOf(probabilities, thresholds);
        return given !== label && given !== "neutral" && label !== "neutral";
      });
      tried.push({ thresholds, right, inverted });
    }
  const mostRight = Math.max(...tried.map(({ right }) => right));
  const fair = tried.filter(({ right }) => right >= mostRight - MOST_ACCURACY_LOST);
  const worth = ({ right, inverted }) => right - INVERTED_COST * inverted;
  const best = Math.max(...fair.map(worth));
  return fair
    .filter((one) => worth(one) >= best - NOISE)
    .reduce((chosen, one) => (one.inverted < chosen.inverted ? one : chosen));
}

const path = join(modelDirectory, "manifest.json");
const manifest = JSON.parse(await readFile(path, "utf8"));
const { logOdds } = manifest.position;
// Headlines are decided as any text: other thresholds gain less than a point on their dev sets, and none on the largest of
// them. News comes to its point at once.
const kinds = { headline: { temperature: manifest.temperature, thresholds: manifest.thresholds, maxWindows: 1 } };
for (const [kind, groups] of Object.entries(groupsOf)) {
  const rows = await answersOf(groups, logOdds);
  const temperature = temperatureOf(rows, logOdds);
  const { thresholds, right, inverted } = thresholdsOf(rows, temperature, logOdds);
  kinds[kind] = { temperature, thresholds, maxWindows: MAX_WINDOWS };
  console.log(kind, JSON.stringify(kinds[kind]), `right ${right.toFixed(3)}, inverted ${inverted.toFixed(3)}`);
}
if (options.write)
  await writeFile(path, `${JSON.stringify({ ...manifest, maxWindows: MAX_WINDOWS, kinds }, null, 2)}\n`);
