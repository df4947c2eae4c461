import type { ErrorCode } from '@/lib/contract/errors';
import { REACTION_KINDS, type ReactionKind } from '@/lib/contract/plain/reaction-kind';
import type { ReactableProduct, ReactionView } from './reaction-view';

/** A press: what the member wants to be true of a product. */
export type IntendedState = {
  kind: ReactionKind;
  product: Pick<ReactableProduct, 'id' | 'name'>;
  isWanted: boolean;
};

export type SendFailure = { code: ErrorCode; message: string };
/** What the server said to a wish; the count is that of upvotes. */
export type SendOutcome = { upvoteCount?: number } | { failure: SendFailure };

type StoreParts = {
  /** Never rejects. */
  send: (wish: IntendedState) => Promise<SendOutcome>;
  isOffline: () => boolean;
  /** The server refused, and what was pressed has been taken back. */
  onRefused: (wish: IntendedState, failure: SendFailure) => void;
  /** There is no line; what was pressed is kept until there is. */
  onKept: () => void;
  /** What was kept has been sent. */
  onCaughtUp: () => void;
  /** The server has yet to agree to these, and to no others. */
  onUnsent: (wishes: readonly IntendedState[]) => void;
};

type Slot = {
  kind: ReactionKind;
  product: IntendedState['product'];
  /** As the server has it; undefined until that is known. */
  confirmed?: boolean;
  /** What was pressed last, until it is confirmed or refused. */
  wish?: boolean;
  isSending: boolean;
  isKept: boolean;
  /** An answer to a question that is older knows nothing of what happened here. */
  changedAt: number;
};

/** A line that has just come back may need a moment until it carries anything. */
const CATCH_UP_PAUSES_MS = [0, 1_000, 3_000];

/**
 * One member's upvotes and bookmarks in this tab. A press shows at once. The server hears of one press at a time on
 * each product, and only of the last one when several came meanwhile.
 */
export class ReactionStore {
  #views: ReadonlyMap<string, ReactionView> = new Map();
  readonly #slots = new Map<string, Slot>();
  readonly #pageCounts = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #parts: StoreParts;
  #clock = 0;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** By product id; another map after every change. */
  readonly views = (): ReadonlyMap<string, ReactionView> => this.#views;

  /** Notes what the page says the counts are. */
  notePageCounts(products: readonly ReactableProduct[]): void {
    for (const { id, upvoteCount } of products) this.#pageCounts.set(id, upvoteCount);
  }

  /** Takes what the server has listed as bookmarks for bookmarked, where nothing later is known. */
  noteBookmarked(products: readonly IntendedState['product'][]): void {
    const unknown = products.map((product) => this.#slotOf('bookmark', product)).filter(isUnknown);
    if (unknown.length === 0) return;
    for (const slot of unknown) slot.confirmed = true;
    this.#publish(unknown.map(({ product }) => product.id));
  }

  /**
   * Asks what the member has done with these products, and takes it in where nothing was pressed meanwhile.
   *
   * @returns true.
   * @throws what `ask` throws.
   */
  async learn(
    products: readonly IntendedState['product'][],
    ask: () => Promise<{ upvoted: string[]; bookmarked: string[] }>,
  ): Promise<boolean> {
    const askedAt = this.#clock;
    const { upvoted, bookmarked } = await ask();
    const confirmed = { upvote: new Set(upvoted), bookmark: new Set(bookmarked) };
    for (const product of products) {
      for (const kind of REACTION_KINDS) {
        const slot = this.#slotOf(kind, product);
        if (slot.changedAt <= askedAt) slot.confirmed = confirmed[kind].has(product.id);
      }
    }
    this.#publish(products.map(({ id }) => id));
    return true;
  }

  toggle(kind: ReactionKind, product: IntendedState['product']): void {
    this.want({ kind, product, isWanted: !isPressed(this.#slotOf(kind, product)) });
  }

  want({ kind, product, isWanted }: IntendedState): void {
    const slot = this.#slotOf(kind, product);
    slot.wish = isWanted;
    this.#touch(slot);
    this.#tellUnsent();
    void this.#carryOut(slot);
  }

  /** Sends what was kept; call it when the line is back. */
  async catchUp(): Promise<void> {
    const kept = [...this.#slots.values()].filter(({ isKept }) => isKept);
    const wereSent = await Promise.all(kept.map((slot) => this.#carryOut(slot, CATCH_UP_PAUSES_MS)));
    if (wereSent.includes(true)) this.#parts.onCaughtUp();
  }

  /** Resolves to whether the server has agreed to something. */
  async #carryOut(slot: Slot, pausesMs: readonly number[] = [0]): Promise<boolean> {
    if (slot.isSending) return false;
    slot.isSending = true;
    slot.isKept = false;
    let wasSent = false;
    while (slot.wish !== undefined && slot.wish !== slot.confirmed && !slot.isKept) {
      const wish = { kind: slot.kind, product: slot.product, isWanted: slot.wish };
      const outcome = await this.#sendPatiently(wish, pausesMs);
      if (!('failure' in outcome)) {
        wasSent = true;
        slot.confirmed = wish.isWanted;
        this.#touch(slot, outcome.upvoteCount);
      } else if (outcome.failure.code === 'unavailable' && this.#parts.isOffline()) {
        slot.isKept = true;
        this.#parts.onKept();
      } else if (slot.wish === wish.isWanted) {
        slot.wish = undefined;
        this.#parts.onRefused(wish, outcome.failure);
      }
    }
    if (!slot.isKept) slot.wish = undefined;
    slot.isSending = false;
    this.#touch(slot);
    this.#tellUnsent();
    return wasSent;
  }

  #tellUnsent(): void {
    this.#parts.onUnsent(
      [...this.#slots.values()].flatMap(({ kind, product, wish }) =>
        wish === undefined ? [] : [{ kind, product, isWanted: wish }],
      ),
    );
  }

  async #sendPatiently(wish: IntendedState, pausesMs: readonly number[]): Promise<SendOutcome> {
    let outcome: SendOutcome = {};
    for (const pauseMs of pausesMs) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      outcome = await this.#parts.send(wish);
      if (!('failure' in outcome) || outcome.failure.code !== 'unavailable') break;
    }
    return outcome;
  }

  #slotOf(kind: ReactionKind, product: IntendedState['product']): Slot {
    const key = `${kind} ${product.id}`;
    const slot = this.#slots.get(key) ?? { kind, product, isSending: false, isKept: false, changedAt: 0 };
    this.#slots.set(key, slot);
    return slot;
  }

  #touch(slot: Slot, upvoteCount?: number): void {
    slot.changedAt = ++this.#clock;
    this.#publish([slot.product.id], upvoteCount);
  }

  #publish(ids: readonly string[], upvoteCount?: number): void {
    const views = new Map(this.#views);
    for (const id of ids) {
      const upvote = this.#slots.get(`upvote ${id}`);
      const insteadOf = this.#pageCounts.get(id);
      const isCounted = upvoteCount !== undefined && insteadOf !== undefined;
      views.set(id, {
        isUpvoted: isPressed(upvote),
        isBookmarked: isPressed(this.#slots.get(`bookmark ${id}`)),
        countChange: countChangeOf(upvote),
        counted: isCounted ? { insteadOf, upvoteCount } : views.get(id)?.counted,
      });
    }
    this.#views = views;
    for (const listener of this.#listeners) listener();
  }
}

const isUnknown = ({ confirmed }: Slot): boolean => confirmed === undefined;

const isPressed = (slot?: Slot): boolean => slot?.wish ?? slot?.confirmed ?? false;

function countChangeOf(slot?: Slot): ReactionView['countChange'] {
  if (slot?.wish === undefined || slot.wish === (slot.confirmed ?? false)) return 0;
  return slot.wish ? 1 : -1;
}
