/**
 * Whether one slip of the hand makes one text of the other: a character too many, one missing, one wrong, or two
 * neighbours in the wrong order. Equal texts are none; so are texts of one character, which all are like each other.
 */
export function isOneEdit(left: string, right: string): boolean {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  if (shorter === longer || shorter.length < 2 || longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  const restOf = (text: string, from: number) => text.slice(start + from);
  if (shorter.length < longer.length) return restOf(shorter, 0) === restOf(longer, 1);
  if (restOf(shorter, 1) === restOf(longer, 1)) return true;
  const swapped = shorter[start] === longer[start + 1] && shorter[start + 1] === longer[start];
  return swapped && restOf(shorter, 2) === restOf(longer, 2);
}
