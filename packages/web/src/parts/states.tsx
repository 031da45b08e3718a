import { dayText } from "../days.js";
import type { ComponentChildren } from "preact";
import type { Failure } from "../failure.js";
import type { Answer } from "../use-answer.js";

/** A placeholder with the height of the expected content, so that nothing jumps. */
export function Waiting({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div class="waiting" role="status">
      <span class="unseen">{label}…</span>
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} class="bone" aria-hidden="true" />
      ))}
    </div>
  );
}

const advice: Readonly<Record<Failure["kind"], string>> = {
  key: "Log in with another key.",
  plan: "Choose a shorter period, or use a key of a larger plan.",
  quota: "The page keeps what it has loaded. Other keys have limits of their own.",
  period: "Choose other days or filters.",
  nothing: "Try a longer period, or another source of data.",
  unknown_asset: "Look for it by its name, above.",
  unavailable: "This usually lasts only seconds.",
  offline: "Check the address and the connection, then try again.",
};

/** Says why something cannot be shown, and what to do about it. */
export function Notice({ failure: { kind, title, text } }: { failure: Failure }) {
  return (
    <div class={`notice notice-${kind}`} role={kind === "nothing" ? "status" : "alert"}>
      <strong>{title}</strong>
      {text !== "" && <p>{text}</p>}
      <p class="quiet">{advice[kind]}</p>
    </div>
  );
}

/** Says that there is no data, and where to look instead. */
export function Nothing({ children }: { children: ComponentChildren }) {
  return (
    <div class="notice notice-nothing" role="status">
      <strong>Nothing here</strong>
      <p>{children}</p>
    </div>
  );
}

/** Shows an answer, or a placeholder until it arrives. */
export function Answered<Body>({
  answer,
  rows,
  children,
}: {
  answer: Answer<Body>;
  rows?: number;
  children: (body: Body) => ComponentChildren;
}) {
  if (answer.state === "waiting") return <Waiting {...(rows === undefined ? {} : { rows })} />;
  if (answer.state === "failed") return <Notice failure={answer.failure} />;
  return (
    <>
      {answer.dataSince !== undefined && <p class="quiet">The data begins on {dayText(answer.dataSince, true)}.</p>}
      {children(answer.body)}
    </>
  );
}
