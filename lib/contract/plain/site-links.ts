/** A configured link. */
export type SiteLink = { label: string; url: string };

/**
 * Reads a JSON list of links.
 *
 * @param labelKey the key of a link's label: `[{"<labelKey>": "…", "url": "…"}]`.
 * @throws Error naming the variable if the text is anything else. A typo must not pass as an empty list.
 */
export function parseLinks(variable: string, text: string, labelKey: 'name' | 'text'): SiteLink[] {
  const expected = `${variable} must be a JSON list like [{"${labelKey}": "…", "url": "https://…"}]`;
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw new Error(expected);
  }
  if (!Array.isArray(entries)) throw new Error(expected);
  return entries.map((entry: unknown) => {
    const values = new Map<string, unknown>(Object.entries(entry ?? {}));
    const [label, url] = [values.get(labelKey), values.get('url')];
    if (typeof label !== 'string' || typeof url !== 'string' || !/^(https?:\/\/|mailto:|\/)/.test(url)) {
      throw new Error(expected);
    }
    return { label, url };
  });
}
