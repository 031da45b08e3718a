import { MarketDataError } from "../errors.js";
import type { NewsSourceDirectory } from "../subjects/news-sources.js";
import type { AssetDirectory } from "../subjects/directory.js";
import type { Explainer, Explanation, ExplainQuestion } from "./explainer.js";
import { evidenceDigest } from "./evidence.js";
import { type ExplanationCache, isFresh, type KeptExplanation, memoryCache, withKept } from "./explanation-cache.js";
import { readEvidence } from "./read-evidence.js";
import { SingleFlight } from "./single-flight.js";
import { rivalReadings } from "./verification.js";
import type { ExplanationWriter } from "./writer.js";

/** The parts of an explainer. */
export interface ExplainerParts {
  readonly stocks: AssetDirectory;
  readonly tokens: AssetDirectory;
  readonly sources: NewsSourceDirectory;
  readonly writer: ExplanationWriter;
  /** This process's memory when left out. */
  readonly cache?: ExplanationCache;
}

/**
 * Explains from verified evidence. A text is kept for 6 hours for as long as its evidence stays the same, on whatever
 * state of the data; concurrent requests for one asset and window share one computation.
 */
export function createExplainer(parts: ExplainerParts): Explainer {
  const { writer, sources, cache = memoryCache() } = parts;
  const rivals = lazily(() => rivalReadings(parts.stocks, parts.tokens));
  const flights = new SingleFlight<Explanation>();
  let closed = false;

  const compute = async (question: ExplainQuestion, signal: AbortSignal): Promise<Explanation> => {
    const { namespace, asset, period, view, now, isPast = false } = question;
    const { version } = view.snapshot;
    const all = isPast ? [] : await cache.read(namespace.id, asset.key);
    const kept = all.find(
      (entry) => entry.to === period.to && entry.wantedModel === writer.model && isFresh(entry, now.getTime()),
    );
    if (kept?.snapshotVersion === version) return shown(kept, true);
    const evidence = await readEvidence(question, { rivals: rivals(), sources }, signal);
    const digest = evidenceDigest(evidence);
    if (kept?.digest === digest) {
      await cache.write(namespace.id, asset.key, withKept(all, { ...kept, snapshotVersion: version }));
      return shown(kept, true);
    }
    if (namespace.explain === false) throw unavailable();
    const written = await writer.write(evidence, { signal, words: namespace.explain });
    const made: KeptExplanation = {
      snapshotVersion: version,
      digest,
      to: period.to,
      wantedModel: writer.model,
      ...written,
      generatedAtMs: now.getTime(),
      evidence,
    };
    if (!isPast) await cache.write(namespace.id, asset.key, withKept(all, made));
    return shown(made, false);
  };

  return {
    explain: async (question, { signal } = {}) => {
      if (closed) throw unavailable();
      const { namespace, asset, period, view, now, isPast = false } = question;
      const key = [namespace.id, asset.key, period.to, view.snapshot.version, isPast ? now.getTime() : "now"].join(" ");
      const { result, started } = await flights.run(key, (own) => compute(question, own), signal);
      return started ? result : { ...result, cached: true };
    },
    close: async () => {
      closed = true;
      await writer.close();
    },
  };
}

function unavailable(): MarketDataError {
  return new MarketDataError("explanation_unavailable", "Explanations are not available here.");
}

function shown({ text, model, generatedAtMs, evidence }: KeptExplanation, cached: boolean): Explanation {
  return { text, cached, generatedAt: new Date(generatedAtMs), model, evidence };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
