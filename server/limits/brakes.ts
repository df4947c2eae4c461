import { SECOND_MS } from '@/lib/contract/plain/durations';
import { BRAKE_SENTENCES, type BrakeName } from '@/lib/contract/plain/moderation';
import { joinSentences } from '@/lib/texts/sentences';
import { say } from '@/lib/texts/texts';
import { ApiError } from '@/server/base/errors';
import type { BrakeRow } from '@/server/queries/brakes';

const keptMs = SECOND_MS;

/** What moderators have stopped for now, in any process. Read at most once a second, and only while somebody asks. */
export class Brakes {
  readonly #read: () => Promise<BrakeRow[]>;
  #reading: Promise<BrakeRow[]> | undefined;
  #readAtMs = -Infinity;

  constructor(read: () => Promise<BrakeRow[]>) {
    this.#read = read;
  }

  list(): Promise<readonly BrakeRow[]> {
    if (!this.#reading || performance.now() - this.#readAtMs >= keptMs) {
      this.#readAtMs = performance.now();
      this.#reading = this.#read();
      this.#reading.catch(() => this.forget());
    }
    return this.#reading;
  }

  /** Has the next question read them again. */
  forget(): void {
    this.#reading = undefined;
  }

  async isOn(name: BrakeName): Promise<boolean> {
    return (await this.list()).some((brake) => brake.name === name);
  }

  /** The error `unavailable`, with the sentence that pages show, while one of these brakes is on. */
  async findRefusal(...names: readonly BrakeName[]): Promise<ApiError | undefined> {
    const on = (await this.list()).find(({ name }) => names.includes(name));
    return on && new ApiError('unavailable', brakeSentence(on), { fields: { brake: on.name } });
  }

  /** @throws ApiError as `findRefusal`. Call it outside of transactions: reading the brakes takes a connection. */
  async requireReleased(...names: readonly BrakeName[]): Promise<void> {
    const refusal = await this.findRefusal(...names);
    if (refusal) throw refusal;
  }
}

/** Such as `Submissions are paused for now. We move to another server.` */
export const brakeSentence = ({ name, note }: Pick<BrakeRow, 'name' | 'note'>): string =>
  joinSentences([say(BRAKE_SENTENCES[name]), note]);
