import { sayStored } from '@/server/base/stored-text';
import { draftProduct } from '@/server/import/import-draft';
import { Repeats } from '@/server/import/repeats';

/** The lines that each entry repeats; 0 for none. */
function repeatsOf(...entries: (readonly [url: string, name?: string])[]): number[] {
  const repeats = new Repeats();
  return entries.map(([url, name = 'Widget'], index) => {
    const draft = draftProduct({ line: index + 1, name, url, text: '', details: '', tags: [] });
    if ('refusal' in draft) throw new Error('An entry was refused');
    const [note] = repeats.take(draft).notes;
    return Number(/line (\d+)/.exec(note ? sayStored(note) : '')?.[1] ?? 0);
  });
}

it.each([
  [
    'a repository at GitHub',
    'https://github.com/Octo/Widget',
    'https://github.com/octo/widget.git',
    'http://www.github.com/octo/widget/?tab=readme-ov-file',
    'https://github.com/octo/widget/tree/main',
    'https://github.com/octo/widget#readme',
  ],
  ['a repository at GitLab', 'https://gitlab.com/octo/widget', 'https://gitlab.com/Octo/widget/-/tree/main'],
  [
    'a repository at Codeberg',
    'https://codeberg.org/octo/widget',
    'https://codeberg.org/octo/widget/src/branch/main',
  ],
  [
    'a package of npm',
    'https://www.npmjs.com/package/@octo/widget',
    'https://npmjs.com/package/@octo/widget/v/1.2.0',
  ],
  [
    'a package of Python',
    'https://pypi.org/project/My_Widget/',
    'https://pypi.org/project/my-widget/1.0.1/',
    'https://pypi.python.org/pypi/my.widget',
  ],
  ['a crate', 'https://crates.io/crates/my_widget', 'https://crates.io/crates/my-widget/0.1.0'],
  [
    'a film',
    'https://www.youtube.com/watch?v=abcdefghijk',
    'https://youtu.be/abcdefghijk?t=10',
    'https://m.youtube.com/watch?v=abcdefghijk&list=x',
    'https://www.youtube.com/embed/abcdefghijk',
  ],
  [
    'an app for Android',
    'https://play.google.com/store/apps/details?id=a.b.c',
    'https://play.google.com/store/apps/details?hl=de&id=a.b.c',
  ],
  [
    'an app for iOS',
    'https://apps.apple.com/us/app/widget/id123',
    'https://apps.apple.com/de/app/id123?mt=8',
    'https://itunes.apple.com/app/wid-get/id123',
  ],
  ['an article', 'https://en.wikipedia.org/wiki/Wide_area', 'https://en.m.wikipedia.org/wiki/wide%20area'],
  ['a post', 'https://www.producthunt.com/posts/widget', 'https://producthunt.com/posts/Widget?utm_source=x'],
])('takes the spellings of %s for one', (_, ...urls) => {
  expect(repeatsOf(...urls.map((url) => [url] as const))).toEqual([0, ...urls.slice(1).map(() => 1)]);
});

it('keeps apart what only looks alike', () => {
  const urls = [
    'https://github.com/octo/widget',
    'https://github.com/octo/widget/tree/main/packages/one',
    'https://github.com/octo/widget/issues',
    'https://github.com/octo',
    'https://example.com/Octo/Widget',
    'https://example.com/octo/widget',
    'https://www.youtube.com/watch?v=abcdefghijk',
    'https://www.youtube.com/watch?v=ABCDEFGHIJK',
    'https://de.wikipedia.org/wiki/Widget',
    'https://en.wikipedia.org/wiki/Widget',
  ];
  expect(repeatsOf(...urls.map((url) => [url] as const))).toEqual(urls.map(() => 0));
});

it('keeps the parts of a page apart when their names differ', () => {
  const page = 'https://tools.example.com/all';
  expect(
    repeatsOf(
      [page, 'All'],
      [`${page}#saw`, 'Saw'],
      [`${page}#axe`, 'Axe'],
      [`${page}#saw`, 'Saw 2'],
      [`${page}#top`, 'all'],
    ),
  ).toEqual([0, 0, 0, 2, 1]);
  expect(
    repeatsOf([`${page}#saw`, 'Saw'], [page, 'All'], [`${page}#axe`, 'Axe'], [`${page}/`, 'Whole']),
  ).toEqual([0, 0, 0, 2]);
});
