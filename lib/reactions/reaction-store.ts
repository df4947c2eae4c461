import type { ErrorCode } from '@/lib/contract/errors';
import { REACTION_KINDS, type ReactionKind } from '@/lib/browser/intended-action';
import { t } from '@/lib/texts/texts';

export type ReactableProduct = { id: string; name: string; upvoteCount: number };

/** The server's last count. Pages with the other counts are from before it. */
export type CountedUpvotes = { upvoteCount: number; outdated: readonly number[] };

/** What one member has done with one product, as far as the page's own HTML does not show it. */
export type ReactionView = {
  isUpvoted: boolean;
  isBookmarked: boolean;
  /** An upvote or its removal that the server has not confirmed yet. */
  countChange: -1 | 0 | 1;
  counted?: CountedUpvotes;
};

type ProductReference = Pick<ReactableProduct, 'id' | 'name'>;

/** A click of the member: the reaction is to be set or removed. */
export type ReactionChange = { kind: ReactionKind; product: ProductReference; isSet: boolean };

type SendFailure = { code: ErrorCode; message: string };
/** The server's answer to a change; it has the upvote count after an upvote. */
export type SendOutcome = { upvoteCount?: number } | { failure: SendFailure };

type StoreParts = {
  /** Rejects only with a fault of the code. */
  send: (change: ReactionChange) => Promise<SendOutcome>;
  isOffline: () => boolean;
  /** The server has refused a change, and the store has undone it. */
  onRefused: (change: ReactionChange, failure: SendFailure) => void;
  /** A change is queued until the browser is online. */
  onQueued: () => void;
  onRetried: () => void;
  /** Gets all changes that the server has not confirmed yet, after every change of them. */
  persist: (unsent: readonly ReactionChange[]) => void;
  onCounted: (productId: string, counted: CountedUpvotes) => void;
};

type Slot = {
  kind: ReactionKind;
  product: ProductReference;
  /** The state on the server; undefined until it is known. */
  confirmed?: boolean;
  /** The state after the last click, until the server confirms or refuses it. */
  desired?: boolean;
  isSending: boolean;
  isQueued: boolean;
  /** The store's version at the last change. An older response from the server is out of date. */
  changedAt: number;
};

/** A connection that is back may need a moment until requests succeed. */
const RETRY_PAUSES_MS = [0, 1_000, 3_000];

/**
 * One member's upvotes and bookmarks in this tab. A click shows at once. For each product and kind one request is
 * under way at a time; of several clicks in the meantime, only the last one is sent.
 */
export class ReactionStore {
  #views: ReadonlyMap<string, ReactionView> = new Map();
  readonly #slots = new Map<string, Slot>();
  readonly #pageCounts = new Map<string, number>();
  readonly #counted = new Map<string, CountedUpvotes>();
  readonly #listeners = new Set<() => void>();
  readonly #parts: StoreParts;
  #version = 0;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** By product id; a new map after every change. */
  readonly views = (): ReadonlyMap<string, ReactionView> => this.#views;

  seedCounts(products: readonly ReactableProduct[]): void {
    for (const { id, upvoteCount } of products) this.#pageCounts.set(id, upvoteCount);
  }

  /** Sets what the server counted before this page was loaded. */
  seedCounted(counted: ReadonlyMap<string, CountedUpvotes>): void {
    for (const [id, each] of counted) this.#counted.set(id, each);
    this.#publish([...counted.keys()]);
  }

  /** Marks products as bookmarked that the server has listed as bookmarks, unless a later state is known. */
  seedBookmarks(products: readonly ProductReference[]): void {
    const slots = products.map((product) => this.#slotOf('bookmark', product));
    const unknown = slots.filter(({ confirmed }) => confirmed === undefined);
    if (unknown.length === 0) return;
    for (const slot of unknown) slot.confirmed = true;
    this.#publish(unknown.map(({ product }) => product.id));
  }

  /**
   * Loads the member's reactions to products. A change during the request wins over the response.
   *
   * @returns true.
   * @throws the error of `request`.
   */
  async load(
    products: readonly ProductReference[],
    request: () => Promise<{ upvoted: string[]; bookmarked: string[] }>,
  ): Promise<boolean> {
    const requestedAt = this.#version;
    const { upvoted, bookmarked } = await request();
    const confirmed = { upvote: new Set(upvoted), bookmark: new Set(bookmarked) };
    for (const product of products) {
      for (const kind of REACTION_KINDS) {
        const slot = this.#slotOf(kind, product);
        if (slot.changedAt <= requestedAt) slot.confirmed = confirmed[kind].has(product.id);
      }
    }
    this.#publish(products.map(({ id }) => id));
    return true;
  }

  toggle(kind: ReactionKind, product: ProductReference): boolean {
    const wasSet = isPressed(this.#slotOf(kind, product));
    this.set({ kind, product, isSet: !wasSet });
    return wasSet;
  }

  set({ kind, product, isSet }: ReactionChange): void {
    const slot = this.#slotOf(kind, product);
    slot.desired = isSet;
    this.#touch(slot);
    this.#persist();
    void this.#flush(slot);
  }

  /** Sends the queued changes; call it when the browser is online again. */
  async retry(): Promise<void> {
    const queued = [...this.#slots.values()].filter(({ isQueued }) => isQueued);
    const wereSent = await Promise.all(queued.map((slot) => this.#flush(slot, RETRY_PAUSES_MS)));
    if (wereSent.includes(true)) this.#parts.onRetried();
  }

  /** Sends changes until the server has the desired state. Resolves to whether the server has accepted any. */
  async #flush(slot: Slot, pausesMs: readonly number[] = [0]): Promise<boolean> {
    if (slot.isSending) return false;
    slot.isSending = true;
    slot.isQueued = false;
    let wasSent = false;
    while (slot.desired !== undefined && slot.desired !== slot.confirmed && !slot.isQueued) {
      const change = { kind: slot.kind, product: slot.product, isSet: slot.desired };
      const outcome = await this.#send(change, pausesMs);
      if (!('failure' in outcome)) {
        wasSent = true;
        slot.confirmed = change.isSet;
        this.#count(slot.product.id, outcome.upvoteCount);
        this.#touch(slot);
      } else if (outcome.failure.code === 'unavailable' && this.#parts.isOffline()) {
        slot.isQueued = true;
        this.#parts.onQueued();
      } else if (slot.desired === change.isSet) {
        slot.desired = undefined;
        this.#parts.onRefused(change, outcome.failure);
      }
    }
    if (!slot.isQueued) slot.desired = undefined;
    slot.isSending = false;
    this.#touch(slot);
    this.#persist();
    return wasSent;
  }

  /** Sends one change, and again after each further pause while the server is unavailable. */
  async #send(change: ReactionChange, pausesMs: readonly number[]): Promise<SendOutcome> {
    let outcome: SendOutcome = {};
    for (const pauseMs of pausesMs) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      outcome = await this.#parts.send(change).catch(reportFault);
      if (!('failure' in outcome) || outcome.failure.code !== 'unavailable') break;
    }
    return outcome;
  }

  #persist(): void {
    this.#parts.persist(
      [...this.#slots.values()].flatMap(({ kind, product, desired }) =>
        desired === undefined ? [] : [{ kind, product, isSet: desired }],
      ),
    );
  }

  #slotOf(kind: ReactionKind, product: ProductReference): Slot {
    const key = `${kind} ${product.id}`;
    const slot = this.#slots.get(key) ?? { kind, product, isSending: false, isQueued: false, changedAt: 0 };
    this.#slots.set(key, slot);
    return slot;
  }

  #count(id: string, upvoteCount: number | undefined): void {
    const pageCount = this.#pageCounts.get(id);
    if (upvoteCount === undefined || pageCount === undefined) return;
    const last = this.#counted.get(id);
    const outdated = new Set([pageCount, ...(last ? [...last.outdated, last.upvoteCount] : [])]);
    const counted = { upvoteCount, outdated: [...outdated] };
    this.#counted.set(id, counted);
    this.#parts.onCounted(id, counted);
  }

  #touch(slot: Slot): void {
    slot.changedAt = ++this.#version;
    this.#publish([slot.product.id]);
  }

  #publish(ids: readonly string[]): void {
    const views = new Map(this.#views);
    for (const id of ids) {
      const upvote = this.#slots.get(`upvote ${id}`);
      views.set(id, {
        isUpvoted: isPressed(upvote),
        isBookmarked: isPressed(this.#slots.get(`bookmark ${id}`)),
        countChange: countChangeOf(upvote),
        counted: this.#counted.get(id),
      });
    }
    this.#views = views;
    for (const listener of this.#listeners) listener();
  }
}

/** Reports a fault of the code as uncaught. The change is undone, as a refused one is. */
function reportFault(error: unknown): SendOutcome {
  setTimeout(() => {
    throw error;
  });
  return {
    failure: {
      code: 'internal',
      message: t('server.wentWrong', 'Something went wrong. Please try again.'),
    },
  };
}

const isPressed = (slot?: Slot): boolean => slot?.desired ?? slot?.confirmed ?? false;

function countChangeOf(slot?: Slot): ReactionView['countChange'] {
  if (slot?.desired === undefined || slot.desired === (slot.confirmed ?? false)) return 0;
  return slot.desired ? 1 : -1;
}
