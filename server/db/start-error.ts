/** The database cannot be opened, for a reason that the owner can put right: the message is a sentence for them. */
export class DatabaseStartError extends Error {
  override readonly name: string = 'DatabaseStartError';
}
