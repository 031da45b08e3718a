/** An asset that the first post of a thread names, and where: a UTF-16 offset in title, line end and body. */
export interface NamedInPost {
  readonly key: string;
  /** Null where the text does not name it (a feed's tag), or where the place is not known. */
  readonly mentionAt: number | null;
}

/** A post about more assets than these is a list, and its comments are about none of them in particular. */
const MOST_SUBJECTS = 3;

/**
 * What the comments of a thread are about: the assets of the title; where it names none, those of the whole post. A post
 * that lists more than three gives its comments none.
 */
export function threadSubject(named: readonly NamedInPost[], title: string | null): string[] {
  const titleEnd = title?.length ?? 0;
  const inTitle = named.filter(({ mentionAt }) => mentionAt !== null && mentionAt < titleEnd);
  const subject = inTitle.length > 0 ? inTitle : named;
  return subject.length > MOST_SUBJECTS ? [] : subject.map(({ key }) => key);
}
