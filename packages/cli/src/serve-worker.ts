import { MetricsOfAll } from "./workers/metrics-of-all.js";
import { failureOf } from "./failure.js";
import { openServer } from "./open-server.js";
import type { RunningServer } from "./backends.js";
import { keepHeapTight } from "./tight-heap.js";
import type { FromWorker, ToWorker, WorkerJob } from "./workers/messages.js";

// One of the processes of `serve --workers`: it is told what to serve, says when it answers, and ends when it is told to. When the
// process that started it is gone, `node:cluster` ends it.
keepHeapTight();
let running: Promise<RunningServer> | null = null;
let loading: readonly string[] = [];
const metrics = new MetricsOfAll(tell);

function tell(message: FromWorker, sent: () => void = () => undefined): void {
  // Not connected: nobody is left to listen.
  if (process.connected) process.send?.(message, undefined, undefined, sent);
  else sent();
}

async function open({ config, demoKey, isReplacement }: WorkerJob): Promise<RunningServer> {
  const opened = await openServer(config, {
    ...{ demoKey, loading: () => loading, warmsFirst: isReplacement },
    figuresOfAll: () => metrics.ofAll(),
  });
  metrics.own = opened.metrics;
  return opened;
}

function serve(job: WorkerJob): void {
  loading = job.loading;
  running = open(job);
  running.then(
    ({ address }) => tell({ kind: "listening", address }),
    (error: unknown) => {
      const failure = failureOf(error, job.debug);
      tell({ kind: "failed", failure }, () => process.exit(failure.exitCode));
    },
  );
}

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  const opened = running ?? Promise.resolve(null);
  opened
    .then((server) => server?.stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}

process.on("message", (message: ToWorker) => {
  if (message.kind === "serve") serve(message.job);
  else if (message.kind === "loading") loading = message.loading;
  else if (message.kind === "figures wanted") void metrics.answer(message.id);
  else if (message.kind === "figures of all") metrics.take(message.id, message.figures);
  else stop();
});
tell({ kind: "ready" });
process.once("SIGTERM", stop);
// Ctrl-C reaches every process of a terminal: the one that started this one says what is to be done.
process.on("SIGINT", () => undefined);
