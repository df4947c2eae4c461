import { REACTION_KINDS } from '@/lib/contract/plain/reaction-kind';
import type { IntendedState } from './reaction-store';
import { tabStorage } from '@/lib/browser/tab-storage';

const key = 'unsentReactions';

/** Whose they are, so that nobody sends what another member pressed: the end of the session token tells nothing else. */
const ownerOf = (token: string) => token.slice(-16);

/** Keeps what the server has not heard of yet for this tab, so that a reload does not lose it. */
export function storeUnsent(token: string, wishes: readonly IntendedState[]): void {
  if (wishes.length === 0) {
    tabStorage.write(key, null);
    return;
  }
  const lines = wishes.map(({ kind, product, isWanted }) =>
    [kind, isWanted ? 'wanted' : 'unwanted', product.id, encodeURIComponent(product.name)].join(' '),
  );
  tabStorage.write(key, [ownerOf(token), ...lines].join('\n'));
}

export function readUnsent(token: string): IntendedState[] {
  const [owner, ...lines] = (tabStorage.read(key) ?? '').split('\n');
  return owner === ownerOf(token) ? lines.flatMap(readWish) : [];
}

/** Nothing for a line that was not written here. */
function readWish(line: string): IntendedState[] {
  const [, written, wanted, id = '', name = ''] = /^(\w+) (wanted|unwanted) (\d+) (\S+)$/.exec(line) ?? [];
  const kind = REACTION_KINDS.find((known) => known === written);
  return kind
    ? [{ kind, product: { id, name: decodeURIComponent(name) }, isWanted: wanted === 'wanted' }]
    : [];
}
