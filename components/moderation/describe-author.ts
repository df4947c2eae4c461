/** Names the author of a decision or note. The handle is absent for the member concerned, who must not learn it. */
export function describeAuthor(handle: string | null | undefined): string {
  if (handle === undefined) return 'a moderator';
  return handle === null ? 'a former member' : `@${handle}`;
}
