// What this tab keeps of reactions across a reload: changes to send, and counts to show.
import { tabStorage } from '@/lib/browser/tab-storage';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { REACTION_KINDS } from '@/lib/contract/plain/reaction-kind';
import type { CountedUpvotes, ReactionChange } from './reaction-store';

const KEYS = { unsent: 'unsentReactions', counted: 'countedUpvotes' } as const;

/** Identifies the member without storing the session token: another member must not send these changes. */
const ownerOf = (token: string) => token.slice(-16);

/** Stores the changes that the server has not confirmed yet for this tab, so that a reload does not lose them. */
export function storeUnsent(token: string, changes: readonly ReactionChange[]): void {
  if (changes.length === 0) {
    tabStorage.write(KEYS.unsent, null);
    return;
  }
  const lines = changes.map(({ kind, product, isSet }) =>
    [kind, isSet ? 'set' : 'removed', product.id, encodeURIComponent(product.name)].join(' '),
  );
  tabStorage.write(KEYS.unsent, [ownerOf(token), ...lines].join('\n'));
}

export function readUnsent(token: string): ReactionChange[] {
  const [owner, ...lines] = (tabStorage.read(KEYS.unsent) ?? '').split('\n');
  return owner === ownerOf(token) ? lines.flatMap(parseChange) : [];
}

/** Empty for a line in another format. */
function parseChange(line: string): ReactionChange[] {
  const [, storedKind, state, id = '', encodedName = ''] =
    /^(\w+) (set|removed) ([\d-]+) (\S+)$/.exec(line) ?? [];
  const kind = REACTION_KINDS.find((known) => known === storedKind);
  const name = decodeName(encodedName);
  return kind && name !== undefined ? [{ kind, product: { id, name }, isSet: state === 'set' }] : [];
}

/** Undefined for a text that is not encoded. */
function decodeName(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** A page may be from so long before its request: caches may store it for a second, and show it for ten more. */
const PAGE_AGE_MS_MAX = 12 * SECOND_MS;

/** Stores for this tab what the server counted: a page that is loaded next may be from before the member's upvote. */
export function storeCounted(productId: string, { upvoteCount, outdated }: CountedUpvotes): void {
  const others = linesSince(Date.now()).filter((line) => line.split(' ')[1] !== productId);
  const line = [Date.now(), productId, upvoteCount, ...outdated].join(' ');
  tabStorage.write(KEYS.counted, [...others, line].join('\n'));
}

/** By product id, for upvotes that this page may be too old to show. */
export function readCounted(): Map<string, CountedUpvotes> {
  return new Map(
    linesSince(performance.timeOrigin).map((line) => {
      const [, productId = '', upvoteCount, ...outdated] = line.split(' ');
      return [productId, { upvoteCount: Number(upvoteCount), outdated: outdated.map(Number) }];
    }),
  );
}

const linesSince = (requestedAtMs: number) =>
  (tabStorage.read(KEYS.counted) ?? '')
    .split('\n')
    .filter((line) => Number(line.split(' ', 1)[0]) > requestedAtMs - PAGE_AGE_MS_MAX);
