/** How wide and high the card for other sites is if nothing is asked for, in CSS pixels. It fits 200 to 600 px. */
export const EMBED_SIZE = { width: 480, height: 152 } as const;

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as the value of an HTML attribute in quotation marks. */
export const escapeAttribute = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

type Frame = { src: string; title: string; width?: number; height?: number };

/** The frame that shows the card of a product on other sites. Its links open in new tabs. */
export const embedHTML = ({
  src,
  title,
  width = EMBED_SIZE.width,
  height = EMBED_SIZE.height,
}: Frame): string =>
  `<iframe src="${escapeAttribute(src)}" title="${escapeAttribute(title)}" width="${width}" height="${height}" ` +
  'loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%"></iframe>';
