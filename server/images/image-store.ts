/** Where pictures are kept. Names are ours: letters, digits, `-`, `_`, `.` and slashes between them. */
export interface ImageStore {
  write(name: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is none of that name. */
  read(name: string): Promise<Buffer | undefined>;
  /** Removes those of the names that are there. */
  delete(names: readonly string[]): Promise<void>;
}
