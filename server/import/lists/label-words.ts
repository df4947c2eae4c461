import { isAtCodeHost } from '@/server/import/formats/web-url';
import type { PartKind } from '@/lib/contract/import';
import type { LinkSegment, Segment } from './list-tree';
import { getDomainWithoutSuffix } from 'tldts';

const setOf = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Words in labels of links to pages of a product, by what the pages are. Languages without spaces have whole labels. */
const WORDS: ReadonlyMap<PartKind, ReadonlySet<string>> = new Map<PartKind, ReadonlySet<string>>([
  [
    'demo',
    setOf(
      'demo demos live online preview playground sandbox screenshot screenshots example examples sample samples gallery showcase try',
      'démo exemple exemples beispiel beispiele ejemplo exemplo демо пример 演示 示例 在线演示 在线体验 デモ サンプル 데모',
    ),
  ],
  [
    'documentation',
    setOf(
      'doc docs documentation api reference references manual guide guides faq wiki book help getting started quick start quickstart usage readme',
      'paper pdf epub mobi kindle html slides slide talk video videos article articles blog post tutorial tutorials intro introduction announcement overview review interview podcast',
      'dokumentation anleitung documentación documentação документация 文档 中文文档 官方文档 教程 论文 视频 更多介绍 详情 ドキュメント 문서',
    ),
  ],
  [
    'repository',
    setOf(
      'source sources code git repo repository mirror fork quellcode código исходный код 源码 源代码 仓库 代码 开源地址 ソース ソースコード 소스',
    ),
  ],
  [
    'download',
    setOf(
      'download downloads install installation installer release releases changelog notes store play version package image',
      'télécharger descargar baixar скачать 下载 下載 ダウンロード 다운로드',
    ),
  ],
  ['license', setOf('license licence lizenz licencia licença лицензия 许可证 ライセンス')],
  [
    'also',
    setOf(
      'website web site homepage home page landing link links url here this that it see also official project product app',
      'twitter x mastodon chat forum community issues issue discussion discussions roadmap archive archived alternative alt note donate sponsor pricing',
      'webseite sitio sítio сайт 官网 网站 主页 首页 链接 地址 官方网站 公式サイト サイト 홈페이지 사이트',
    ),
  ],
]);

/** Names of places where products have pages. They are names of products, too. */
const PLACES = setOf(
  'github gitlab bitbucket codeberg npm pypi crates packagist gem docker ios android mac macos windows linux chrome firefox extension desktop mobile',
  'bluesky discord slack gitter telegram reddit youtube facebook linkedin',
);

const FILLERS = setOf(
  'more info information details read learn visit open go view the on in for and of to a an with at by from',
);

const allWords = new Set([...[...WORDS.values()].flatMap((words) => [...words]), ...FILLERS]);

const wordsIn = (label: string): string[] => label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a link label names a page of a product ("Live demo", "Source code", "here", "GitHub") rather than a product. */
export function namesAPart(label: string): boolean {
  const words = wordsIn(label);
  return (
    (words.length > 0 &&
      words.every((word) => allWords.has(word) || PLACES.has(word) || /^\d{1,2}$/.test(word))) ||
    isLanguageName(label)
  );
}

/** Labels of links to the site of a product. */
const SITES = setOf(
  'website web site homepage home page landing official www url',
  'webseite homepage sitio sítio sito сайт 官网 网站 主页 首页 官方网站 公式サイト サイト 홈페이지 사이트',
);

/** Whether a link label says that the link leads to the site of a product. */
export function namesSite(label: string): boolean {
  const words = wordsIn(label);
  return (
    words.length > 0 &&
    words.every((word) => SITES.has(word) || FILLERS.has(word)) &&
    !words.every((word) => FILLERS.has(word))
  );
}

/**
 * Whether a link leads to a page of a product, by its label: a word of the lists above, or a label that recurs in its
 * list. A link to the site of that name, such as “Slack” to slack.com, leads to a product.
 */
export const isPartLink = (link: LinkSegment): boolean =>
  link.isLabel === true || (namesAPart(link.text) && !leadsToNamesake(link));

function leadsToNamesake({ text, url }: LinkSegment): boolean {
  if (url === null) return false;
  const { pathname, search } = new URL(url);
  const name = wordsIn(text).join('');
  return PLACES.has(name) && pathname === '/' && search === '' && getDomainWithoutSuffix(url) === name;
}

/** Whether there are only links to pages of a product, and signs between them. */
export const saysOnlyParts = (line: readonly Segment[]): boolean =>
  line.every(
    (segment) =>
      segment.kind === 'break' ||
      (segment.kind === 'link'
        ? segment.isImage || isPartLink(segment)
        : /^[^\p{L}\p{N}]*$/u.test(segment.text)),
  );

/** How a link belongs to the entry beside it, by its label and where it leads. */
export function partKindOf(link: LinkSegment, entryURL: string): PartKind {
  const { text, isImage, url } = link;
  const words = wordsIn(text);
  for (const [kind, known] of WORDS) {
    const isOfKind = words.some((word) => known.has(word));
    if (isOfKind && namesAPart(text)) return kind;
  }
  if (url !== null && /licen[cs]e|creativecommons\.org/i.test(url)) return 'license';
  if (isLanguageName(text)) return 'language';
  if (url !== null && isAtCodeHost(url) && !isAtCodeHost(entryURL)) return 'repository';
  if (isImage) return 'badge';
  return isPartLink(link) ? 'also' : 'mention';
}

/** Whether a link label leads to more entries, to the top of the page, or to the maintenance of the list. */
export function namesNoProduct(label: string): boolean {
  const words = label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(?:(?:see |view |read |show |and |many |find )?more|(?:go )?(?:back )?to (?:the )?(?:top|contents)|top|back to (?:contents|index|toc|menu)|back|contribut(?:e|ing|ion|ions|ors|ion guidelines|ing guidelines|ing guide)|(?:become|be) a (?:sponsor|backer|contributor)|edit (?:this|on github|this page)|table of contents|contents|submit (?:a|an|your|new) (?:pr|tool|link|resource|entry|issue|project)|open a pr|open an issue|code of conduct|buy me a coffee)$/.test(
    words,
  );
}

/** Whether an entry only leads on, by its label, and not to a page or site of that name, such as `top`. */
export function leadsOn({ name, url, text }: { name: string; url: string; text: string }): boolean {
  if (text !== '' || !namesNoProduct(name)) return false;
  const { hostname, pathname } = new URL(url);
  const said = wordsIn(name).join('-');
  return ![...hostname.split('.'), pathname.split('/').at(-1)].includes(said) || /^contribut/.test(said);
}

const LANGUAGES =
  'ar az bg bn bs ca cs da de el en eo es et eu fa fi fr he hi hr hu hy id is it ja ka kk km ko lt lv mk mn ms my nb nl no pl pt pt-BR pt-PT ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-Hans zh-Hant zh-CN zh-TW';

let languageNames: ReadonlySet<string> | undefined;

/** Whether a label is the name of a language, in English or in the language itself. */
export function isLanguageName(label: string): boolean {
  languageNames ??= new Set(
    LANGUAGES.split(' ').flatMap((code) =>
      ['en', code].flatMap((inLanguage) => {
        const name = new Intl.DisplayNames([inLanguage], { type: 'language' }).of(code);
        return name === undefined ? [] : [name.toLowerCase(), name.toLowerCase().replace(/\s*\(.*\)$/, '')];
      }),
    ),
  );
  return languageNames.has(label.trim().toLowerCase());
}
