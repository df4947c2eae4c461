/** Words that name a page of a product (demo, docs, source) rather than a product. */
const PART_WORDS = new Set(
  [
    'website web site homepage home page landing link links url here this that it see also official project product app',
    'demo demos live online preview playground sandbox screenshot screenshots example examples sample samples gallery showcase try',
    'doc docs documentation api reference references manual guide guides faq wiki book help getting started quick start quickstart usage readme',
    'source sources code github gitlab bitbucket codeberg git repo repository mirror fork package npm pypi crates packagist gem docker image',
    'download downloads install installation installer release releases changelog notes store play ios android mac macos windows linux chrome firefox extension desktop mobile version',
    'paper pdf slides slide talk video videos article articles blog post tutorial tutorials intro introduction announcement overview review interview podcast',
    'twitter x mastodon bluesky discord slack chat forum community gitter telegram reddit youtube facebook linkedin issues issue discussion discussions roadmap',
    'more info information details read learn visit open go view the on in for and of to a an with at by from archive archived alternative alt note',
    'license licence donate sponsor pricing',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a link label names a page of a product ("Live demo", "Source code", "here") rather than a product. */
export function namesAPart(label: string): boolean {
  const words = label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 && words.every((word) => PART_WORDS.has(word) || /^\d{1,2}$/.test(word));
}

/** Whether a link label leads to more entries, to the top of the page, or to the maintenance of the list. */
export function namesNoProduct(label: string): boolean {
  const words = label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(?:(?:see |view |read |show |and |many |find )?more|(?:go )?(?:back )?to (?:the )?top|top|back to (?:contents|index|toc|menu)|back|contribut(?:e|ing|ion|ions|ors|ion guidelines|ing guidelines|ing guide)|(?:become|be) a (?:sponsor|backer|contributor)|edit (?:this|on github|this page)|table of contents|contents|submit (?:a|an|your|new) (?:pr|tool|link|resource|entry|issue|project)|open a pr|open an issue|code of conduct|buy me a coffee)$/.test(
    words,
  );
}
