import { tabStorage } from '@/lib/browser/tab-storage';
import { REACTION_KINDS } from '@/lib/contract/plain/reaction-kind';
import type { ReactionChange } from './reaction-store';

const KEY = 'unsentReactions';

/** Identifies the member without storing the session token: another member must not send these changes. */
const ownerOf = (token: string) => token.slice(-16);

/** Stores the changes that the server has not confirmed yet for this tab, so that a reload does not lose them. */
export function storeUnsent(token: string, changes: readonly ReactionChange[]): void {
  if (changes.length === 0) {
    tabStorage.write(KEY, null);
    return;
  }
  const lines = changes.map(({ kind, product, isSet }) =>
    [kind, isSet ? 'set' : 'removed', product.id, encodeURIComponent(product.name)].join(' '),
  );
  tabStorage.write(KEY, [ownerOf(token), ...lines].join('\n'));
}

export function readUnsent(token: string): ReactionChange[] {
  const [owner, ...lines] = (tabStorage.read(KEY) ?? '').split('\n');
  return owner === ownerOf(token) ? lines.flatMap(parseChange) : [];
}

/** Empty for a line in another format. */
function parseChange(line: string): ReactionChange[] {
  const [, storedKind, state, id = '', encodedName = ''] =
    /^(\w+) (set|removed) (\d+) (\S+)$/.exec(line) ?? [];
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
