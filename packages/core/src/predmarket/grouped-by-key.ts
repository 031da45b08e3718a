/** Groups in the order of their keys; members without a key are left out. */
export function groupedByKey<Member>(
  members: readonly Member[],
  keyOf: (member: Member) => string | null,
): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
