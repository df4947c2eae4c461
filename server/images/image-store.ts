/** Stores images. Names come from us and contain letters, digits, `-`, `_`, `.` and slashes. */
export interface ImageStore {
  write(name: string, bytes: Buffer): Promise<void>;
  /** Undefined if no file has that name. */
  read(name: string): Promise<Buffer | undefined>;
  /** Removes the named files. Names without a file are ignored. */
  delete(names: readonly string[]): Promise<void>;
  /** Removes what writes that began before a time and were killed have left behind. */
  deleteLeftovers(before: Date): Promise<void>;
  /** Names the place of the images: the same in all processes that share it, and in no others. */
  place(): Promise<string>;
}
