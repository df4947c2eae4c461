import type { TextLanguages } from '@/lib/contract/product';
import { productPathFor } from '@/lib/contract/plain/site';
import { imageVariantURL, uploadedImageURL } from '@/lib/contract/plain/image-url';
import { brandColors } from '@/lib/contract/plain/site-color';
import { isMirrored, perLanguage, rootAttributes } from '@/lib/texts/language';
import type { ListedProductRow } from '@/server/queries/products/products';
import { type Operator, operatorLines } from './operator';
import { langAttribute, shownLanguages } from './languages';
import { describeUpvotes } from './product';
import { escapeHTML } from '@/server/text/escape';
import { shownHost } from '@/server/text/shown-host';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

export type IssueEmail = { subject: string; text: string; html: string };

type IssueContent = {
  /** The best first, at least one. */
  products: readonly ListedProductRow[];
  /** Shown for a product without an uploaded mark. */
  initialsOf: (name: string) => string;
  until: Date;
  preferencesURL: string;
  unsubscribeURL: string;
};

type Site = {
  siteName: string;
  siteColor: string;
  siteLogo: string;
  siteNoun: string;
  siteURL: string;
  serverURL: string;
  operator: Operator;
  /** The owner's words. Empty: ours, and no greeting. */
  newsletter: { subject: string; greeting: string };
};

/** Writes an issue as HTML and as plain text. Both say the same. Every text of a product is escaped. */
export function presentIssue(content: IssueContent, site: Site): IssueEmail {
  const title = t('issue.title', "The week's best {nouns}");
  const [first, ...others] = content.products;
  const name = oneLine(first?.name ?? '');
  const day = longDate().format(content.until);
  const { subject: ownSubject, greeting } = site.newsletter;
  const subject = ownSubject
    ? oneLine(ownSubject.replaceAll('[name]', name).replaceAll('[day]', day))
    : others.length === 0
      ? t('issue.subjectOfOne', "The week's best {nouns}: {name}", { name })
      : t('issue.subject', "The week's best {nouns}: {name} and {count} more", {
          name,
          count: others.length,
        });
  const operator = operatorLines(site.operator);
  const entries = content.products.map((row) => readEntry(row, site));
  const reason = t('issue.reason', 'You get this email because you subscribed to the {siteName} newsletter.');
  return {
    subject,
    text: [
      t('issue.titleOfDay', "The week's best {nouns}, {day}", { day }),
      ...(greeting ? [greeting] : []),
      ...entries.map(({ place, name, tagline, upvotes, pageURL }) =>
        [`${place}. ${name}`, tagline, upvotes, pageURL].join('\n'),
      ),
      t('issue.allOfWeek', 'All of this week: {link}', { link: `${site.siteURL}/top/week` }),
      '-- ',
      reason,
      t('issue.chooseTagsAt', 'Choose tags: {link}', { link: content.preferencesURL }),
      t('issue.unsubscribeAt', 'Unsubscribe: {link}' /* in an email of plain text */, {
        link: content.unsubscribeURL,
      }),
      ...(operator.length > 0 ? [operator.join('\n')] : []),
    ]
      .map((part, index) => (index === 0 ? part : `\n${part}`))
      .join('\n'),
    html: writeHTML({ title, day, greeting, entries, reason, operator }, content, site),
  };

  function readEntry(row: ListedProductRow, { siteURL, siteNoun }: Site) {
    return {
      place: content.products.indexOf(row) + 1,
      name: oneLine(row.name),
      tagline: oneLine(row.tagline),
      languages: shownLanguages(row.languages),
      host: shownHost(new URL(row.url).host),
      tags: row.tags.slice(0, 3).map(({ name }) => name),
      upvotes: describeUpvotes(row.upvoteCount),
      initials: content.initialsOf(row.name),
      markURL: row.iconKey === null ? undefined : markOf(row.iconKey, site),
      pageURL: siteURL + productPathFor(siteNoun, row.slug),
    };
  }
}

/** URL of an image as a mark, for programs that do not know the site. */
const markOf = (key: string, { siteURL, serverURL }: Site): string =>
  imageVariantURL(
    uploadedImageURL(key, serverURL.startsWith('/') ? siteURL + serverURL : serverURL),
    'mark',
    'webp',
  );

const longDate = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);

const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

type IssueParts = {
  title: string;
  day: string;
  greeting: string;
  entries: readonly Entry[];
  reason: string;
  operator: readonly string[];
};

/** Mail programs read tables and inline styles, know no logical properties, and some drop the root element. The style sheet is for those that show dark emails. */
function writeHTML(
  { title, day, greeting, entries, reason, operator }: IssueParts,
  { preferencesURL, unsubscribeURL }: IssueContent,
  site: Site,
): string {
  const { siteName, siteURL, siteColor, siteLogo } = site;
  const { brand, onBrand } = brandColors(siteColor);
  const logo = siteLogo && markOf(siteLogo, site);
  const link = (url: string, text: string) =>
    `<a href="${escapeHTML(url)}" class="quiet" style="color:#57606a">${escapeHTML(text)}</a>`;
  return `<!DOCTYPE html>
<html ${rootAttributes()}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHTML(title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0b0d10 !important; }
  .card { background: #14171c !important; }
  .ink { color: #f0f2f5 !important; }
  .quiet { color: #a3abb6 !important; }
  .line { border-color: #2a2f37 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHTML(formatRow(entries.map(({ name }) => name)))}</div>
<table role="presentation"${isMirrored() ? ' dir="rtl"' : ''} class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f5f7"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border-radius:12px">
<tr><td style="padding:24px 20px 8px;${FONT}">
${logo && `<img src="${escapeHTML(logo)}" width="40" height="40" alt="" style="display:block;width:40px;height:40px;margin:0 0 12px;border:0;border-radius:10px">\n`}<a href="${escapeHTML(siteURL)}" class="quiet" style="font-size:14px;color:#57606a;text-decoration:none">${escapeHTML(siteName)}</a>
<h1 class="ink" style="margin:4px 0 0;font-size:24px;line-height:30px;color:#14171c">${escapeHTML(title)}</h1>
<p class="quiet" style="margin:4px 0 0;font-size:14px;line-height:20px;color:#57606a">${escapeHTML(day)}</p>
${greeting && `<p dir="auto" class="ink" style="margin:16px 0 0;font-size:15px;line-height:22px;color:#14171c;overflow-wrap:anywhere">${escapeHTML(greeting)}</p>\n`}</td></tr>
${entries.map((entry) => writeEntry(entry, siteColor)).join('\n')}
<tr><td style="padding:20px;${FONT}"><a href="${escapeHTML(`${siteURL}/top/week`)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${brand};color:${onBrand};font-size:16px;font-weight:600;text-decoration:none">${escapeHTML(t('issue.seeWeek', 'See the whole week'))}</a></td></tr>
<tr><td class="quiet line" style="padding:16px 20px 24px;border-top:1px solid #d8dce2;font-size:13px;line-height:20px;color:#57606a;${FONT}">${escapeHTML(reason)}<br>${link(preferencesURL, t('issue.chooseTags', 'Choose tags' /* a link in an email */))} &nbsp;·&nbsp; ${link(unsubscribeURL, t('issue.unsubscribe', 'Unsubscribe' /* a link in an email */))}${operator.map((line) => `<br><bdi>${escapeHTML(line)}</bdi>`).join('')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

type Entry = {
  place: number;
  name: string;
  tagline: string;
  languages: TextLanguages | undefined;
  host: string;
  tags: readonly string[];
  upvotes: string;
  initials: string;
  markURL: string | undefined;
  pageURL: string;
};

/** The initials show instead of the mark while images are off. Few mail programs show the SVG of a drawn mark. */
function writeEntry(
  { place, name, tagline, languages, host, tags, upvotes, initials, markURL, pageURL }: Entry,
  siteColor: string,
): string {
  const { brand, onBrand } = brandColors(siteColor);
  const mark =
    markURL === undefined
      ? escapeHTML(initials)
      : `<img src="${escapeHTML(markURL)}" width="48" height="48" alt="${escapeHTML(initials)}" style="display:block;width:48px;height:48px;border:0;border-radius:10px;line-height:48px;text-align:center">`;
  const details = [host, ...tags, upvotes].map((text) => `<bdi>${escapeHTML(text)}</bdi>`).join(' · ');
  return `<tr><td class="line" style="padding:16px 20px;border-top:1px solid #d8dce2"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="48" valign="top" style="width:48px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="48" height="48" align="center" valign="middle" style="width:48px;height:48px;border-radius:10px;background:${brand};color:${onBrand};font-size:18px;font-weight:700;${FONT}">${mark}</td></tr></table></td>
<td valign="top" style="padding-${isMirrored() ? 'right' : 'left'}:14px;${FONT}">
<a href="${escapeHTML(pageURL)}" class="ink" style="font-size:17px;line-height:24px;font-weight:600;color:#14171c;text-decoration:none">${place}. <bdi${langAttribute(languages?.name)}>${escapeHTML(name)}</bdi></a>
<p dir="auto"${langAttribute(languages?.tagline)} class="ink" style="margin:2px 0 0;font-size:15px;line-height:22px;color:#14171c;overflow-wrap:anywhere">${escapeHTML(tagline)}</p>
<p class="quiet" style="margin:4px 0 0;font-size:13px;line-height:18px;color:#57606a;overflow-wrap:anywhere">${details}</p>
</td></tr></table></td></tr>`;
}
