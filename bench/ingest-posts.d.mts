/** A synthetic post. */
export interface MadePost {
  readonly text: string;
  readonly author: string;
  readonly likes: number;
}

/** Makes one post after the other; the same ones for the same seed. */
export function postMaker(seed: number, vocabulary?: number): () => MadePost;

/** Records of posts spread in order over a stretch of time. */
export function posts(options: {
  readonly count: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly seed: number;
  readonly firstId?: number;
  readonly vocabulary?: number;
}): Generator<MadePost & { readonly id: string; readonly created_at: string }>;
