/**
 * Whether one typing error turns one text into the other: an extra, missing or wrong character, or two swapped
 * neighbours. False for equal texts and for texts of one character, which are all that similar.
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
