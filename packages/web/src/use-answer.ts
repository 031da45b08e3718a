import { useEffect, useState } from "preact/hooks";
import { ask, type Outcome } from "./ask.js";
import { addressOf, type Question } from "./question.js";
import { session } from "./session.js";
import { useWatched, Watched } from "./watched.js";

/** An answer, or waiting for one. */
export type Answer<Body> = Outcome<Body> | { readonly state: "waiting" };

/** Number of refreshes so far. */
export const round = new Watched(0);

/** The answers to requests, in order; `waiting` until each arrives. */
export function useAnswers<Body>(questions: readonly Question[]): readonly Answer<Body>[] {
  const key = useWatched(session).key;
  const turn = useWatched(round);
  const addresses = questions.map(addressOf).join("\n");
  const [known, setKnown] = useState<{ readonly of: string; readonly answers: readonly Answer<Body>[] }>({
    of: "",
    answers: [],
  });
  const wanted = `${addresses}\n${turn}`;
  useEffect(() => {
    let isOver = false;
    const answers: Answer<Body>[] = questions.map(() => ({ state: "waiting" }));
    questions.forEach((asked, at) => {
      void ask<Body>(asked).then((outcome) => {
        answers[at] = outcome;
        if (!isOver) setKnown({ of: wanted, answers: [...answers] });
      });
    });
    return () => void (isOver = true);
  }, [wanted, key]);
  return questions.map((_, at) =>
    known.of === wanted ? (known.answers[at] ?? { state: "waiting" }) : { state: "waiting" },
  );
}

/** The answer to one request. */
export function useAnswer<Body>(asked: Question): Answer<Body> {
  return useAnswers<Body>([asked])[0] ?? { state: "waiting" };
}

/** The body of an answer; null until it arrives. */
export function bodyOf<Body>(answer: Answer<Body> | undefined): Body | null {
  return answer?.state === "ready" ? answer.body : null;
}
