/** Who has decided or written something. The member whom it is about is not told: then the handle is absent. */
export function describeAuthor(handle: string | null | undefined): string {
  if (handle === undefined) return 'a moderator';
  return handle === null ? 'a former member' : `@${handle}`;
}
