/** Matches `:rocket:`, but not a time, a C++ scope or a port. */
const EMOJI_SHORTCODE = /(?<![\p{L}\p{N}:/])(?::[a-z+-][a-z0-9_+-]*:)+(?![\p{L}\p{N}:])/gu;
/** `[$]`, which marks what costs money. */
const PRICE_SIGN = /[[(]\s*[$€£¥]{1,3}\s*[)\]]/g;
const INVISIBLE =
  /[\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}\u{2066}-\u{2069}\u{FEFF}\u{AD}\p{Cc}]+/gu;
const SURROGATE_ALONE = /\p{Surrogate}/gu;

/** What programs escape most often where nothing reads the escapes. The others are apostrophes. */
const ENTITIES = new Map([
  ['nbsp', ' '],
  ['amp', '&'],
  ['quot', '"'],
  ['lt', '<'],
  ['gt', '>'],
]);

/** Returns one line of text without leftovers of malformed Markdown. */
export function cleanText(text: string): string {
  return collapse(
    text
      .replace(/!?\[([^[\]]{0,300})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,500}\)?/g, '$1')
      .replace(EMOJI_SHORTCODE, ' ')
      .replace(PRICE_SIGN, ' ')
      .replace(/\*\*+|~~+|(?<![\p{L}\p{N}_])__+|__+(?![\p{L}\p{N}_])/gu, '')
      .replace(/(?<!`)``?`?(?!`)/g, '')
      .replace(/<\/(?:a|b|i|em|strong|code|span)>(?=[.,;:!?)])/gi, '')
      .replace(/<\/?(?:a|b|i|em|strong|br|sup|sub|code|kbd|img|p|div|span|font)\b[^<>]{0,300}>/gi, ' ')
      .replace(
        /&(nbsp|amp|quot|apos|#0?39|lt|gt);/gi,
        (_, name: string) => ENTITIES.get(name.toLowerCase()) ?? "'",
      ),
  );
}

/** Cleans a name or heading, and removes surrounding brackets, quotes and signs. */
export function cleanLabel(text: string): string {
  const label = cleanText(text)
    .replace(/^[\s|>~•·▪‣◦↳→➜★☆⭐✨\u{FE0F}-]+(?=\S)|[\s|~•·★☆⭐✨\u{FE0F}:：–—－]+$/gu, '')
    .replace(/\s+-+$/, '');
  const bracketed = /^\[([^[\]]+)\]$|^"([^"]+)"$|^“([^“”]+)”$|^【([^【】]+)】$|^「([^「」]+)」$/u.exec(label);
  return collapse(bracketed?.slice(1).join('') ?? unbalanced(label));
}

/** Signs and star counts between a name and its text. */
const ORNAMENT =
  /^(?:\(?\s*[⭐★☆🌟✨]\u{FE0F}?\s*[\d.,]*k?\s*\)?\s*)+|^[^\p{L}\p{N}"'“‘([`$<]{1,40}?\s(?=[-–—:]\s)/u;

/** Cleans the text after a name, and removes the separator between them. */
export function cleanDescription(text: string): string {
  return cleanText(text)
    .replace(ORNAMENT, '')
    .replace(
      /^(?:[)\]}）】](?![\p{L}\p{N}])|[\s|:;,·•→➜*_–—―−：；，、－]|…\s|\.(?!\p{L})|[=-]+>|-(?!\d))+/u,
      '',
    )
    .replace(/[\s|*_~–—;,；，、－-]+$/u, '')
    .trim();
}

export function collapse(text: string): string {
  return text
    .replace(SURROGATE_ALONE, '')
    .replace(INVISIBLE, (run) => (/[\n\r\t]/.test(run) ? ' ' : ''))
    .replace(/\s+/gu, ' ')
    .trim();
}

function unbalanced(label: string): string {
  if (label.split('*').length % 2 === 0) return unbalanced(label.replace('*', ''));
  if (label.startsWith('[') && !label.includes(']')) return label.slice(1);
  if (label.endsWith(']') && !label.includes('[')) return label.slice(0, -1);
  return label;
}
