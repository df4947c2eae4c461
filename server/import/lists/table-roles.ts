/** What a column of a table says of the products. */
export type Role = 'name' | 'url' | 'text' | 'tag' | 'aside' | 'unknown';

/** Roles of columns by their headings. The first match decides. */
const ROLES: readonly (readonly [Role, RegExp])[] = [
  [
    'aside',
    /\b(?:stars?|forks?|licen[cs]e|price|pricing|cost|free|auth|https|cors|updated?|commit|version|status|build|badges?|rank|no|rating|author|authors|maintainer|by|year|date|added|platforms?|os|language|lang|open source|logo|icon|image|screenshot|preview|demo|docs|last|downloads|size|country)\b|^#$|⭐|★/i,
  ],
  [
    'text',
    /\b(?:desc\w*|details?|about|summary|notes?|what|info\w*|purpose|comments?|tagline|features?|overview|remarks?|use|usage|why|explanation|text)\b/i,
  ],
  ['url', /\b(?:urls?|links?|address|home ?page|www|href|web ?address|website link)\b/i],
  ['tag', /\b(?:categor\w+|tags?|types?|topics?|kinds?|genre|group|area)\b/i],
  [
    'name',
    /\b(?:names?|tools?|projects?|products?|titles?|resources?|apps?|applications?|packages?|librar\w+|software|services?|apis?|plugins?|extensions?|frameworks?|courses?|books?|companies|company|items?|entr(?:y|ies)|providers?|repos?|repository)\b/i,
  ],
  ['name', /\b(?:websites?|web ?sites?|sites?)\b/i],
];

/** A website column is the URL if another column has the name. */
export function assignRoles(headings: readonly string[]): Role[] {
  const roles = headings.map(
    (heading): Role => ROLES.find(([, pattern]) => pattern.test(heading))?.[0] ?? 'unknown',
  );
  const names = roles.flatMap((role, index) => (role === 'name' ? [index] : []));
  const best = names.find((index) => !/\b(?:web ?)?sites?\b|repo/i.test(headings[index] ?? '')) ?? names[0];
  return roles.map((role, index) => (role === 'name' && index !== best ? 'url' : role));
}
