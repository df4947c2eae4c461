/** The tags in the head of the home page by which services know the owner of a site, by name. */
export const VERIFICATION_NAMES: readonly string[] = [
  'google-site-verification',
  'msvalidate.01',
  'yandex-verification',
  'baidu-site-verification',
  'naver-site-verification',
  'p:domain_verify',
  'facebook-domain-verification',
  'ahrefs-site-verification',
];

const CONTENT = /^[\w.+/=-]{1,200}$/;
const TAGS_MAX = 20;

/** The name and the content of each tag. Undefined: the text is no list of them. */
export function readVerification(value: string): (readonly [name: string, content: string])[] | undefined {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const tags = entries.map((entry) => {
    const [name = '', ...content] = entry.split('=');
    return [name.trim().toLowerCase(), content.join('=').trim()] as const;
  });
  const isRight = tags.every(([name, content]) => VERIFICATION_NAMES.includes(name) && CONTENT.test(content));
  return isRight && tags.length <= TAGS_MAX ? tags : undefined;
}
