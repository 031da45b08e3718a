/** A model that answers everything alike, at no cost. */
export const constantModel = {
  engineVersion: "bench",
  judge: (texts) =>
    Promise.resolve(
      texts.map(({ text: judged }) => ({
        text: judged,
        score: 0.5,
        label: "positive",
        modelScore: 0.5,
        probabilities: { negative: 0, neutral: 0.5, positive: 0.5 },
        targetFound: true,
      })),
    ),
  close: () => Promise.resolve(),
};
