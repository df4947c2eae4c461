import { childrenOf, isChoice, type Message, type MessageNode } from '@/lib/texts/message';

/**
 * Languages without speakers, made of the English, by which a developer sees what a real language would break:
 * `en-XA` has accents, brackets and 40 % more letters, so that a text without brackets is in no catalog, and a text without its
 * end is cut; `ar-XB` is the English from right to left.
 */
export const PSEUDO_LOCALES: ReadonlyMap<string, (message: Message) => Message> = new Map([
  ['en-XA', lengthen],
  ['ar-XB', (message) => mapTexts(message, turn)],
]);

const ACCENTED: ReadonlyMap<string, string> = new Map(
  [...'aáeéiíoóuúyýcçnñsšzžAÁEÉIÍOÓUÚYÝCÇNÑSŠZŽ'.matchAll(/(.)(.)/gu)].map(
    ([, plain = '', accented = '']) => [plain, accented],
  ),
);

const GROWTH = 0.4;
const FILLER = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ';

function lengthen(message: Message): Message {
  const length = lengthOf(message);
  if (length === 0) return message;
  const accented = mapTexts(message, (text) =>
    text.replace(/\w/g, (letter) => ACCENTED.get(letter) ?? letter),
  );
  const grown = Math.ceil(length * GROWTH);
  const end = ` ${FILLER.repeat(Math.ceil(grown / FILLER.length))
    .slice(0, grown)
    .trim()}⟧`;
  return typeof accented === 'string' ? `⟦${accented}${end}` : ['⟦', ...accented, end];
}

/** The letters of a message; of its choices, those of the longest. */
function lengthOf(message: Message): number {
  if (typeof message === 'string') return /\p{L}/u.test(message) ? message.length : 0;
  const lengths = message.map((node): number => {
    if (typeof node === 'string') return node.length;
    if (node === 0 || node.length === 1) return 0;
    return isChoice(node)
      ? Math.max(...Object.values(node[2]).map((form) => (form === 0 ? 0 : lengthOf(form))))
      : lengthOf(childrenOf(node));
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** From right to left, between two marks that count as letters of Arabic. Spaces at the ends stay outside, and the sign of a handle. */
const turn = (text: string) =>
  text.replace(/[^\s@](?:[^]*[^\s@])?/, (words) => `\u200f\u202e${words}\u202c\u200f`);

function mapTexts(message: Message, change: (text: string) => string): Message {
  return typeof message === 'string' ? change(message) : message.map((node) => mapNode(node, change));
}

function mapNode(node: MessageNode, change: (text: string) => string): MessageNode {
  if (typeof node === 'string') return change(node);
  if (node === 0 || node.length === 1) return node;
  if (!isChoice(node)) return [node[0], ...childrenOf(node).map((child) => mapNode(child, change))];
  const [name, kind, forms] = node;
  const mapped = Object.entries(forms).map(([form, message]) => [
    form,
    message === 0 ? 0 : mapTexts(message, change),
  ]);
  return [name, kind, Object.fromEntries(mapped)];
}
