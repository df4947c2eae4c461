import { readPageMetadata } from '@/server/web/page-metadata';

it.each([
  ['<title>A</title><title>B</title>', 'A'],
  ['<title lang="en">A</title >', 'A'],
  ['<title>A', undefined],
  ['< title>A</title>', undefined],
  ['<titles>A</titles><title>B</title>', 'B'],
  ['<TITLE>İA</TITLE>', 'İA'],
  ['<!-- <title>A</title> --><title>B</title>', 'B'],
  ['<!-- <title>A</title>', undefined],
  ['<script><title>A</title></script><title>B</title>', 'B'],
  ['<script><title>A</title>', undefined],
  ['<svg><title>A</title></svg><title>B</title>', 'B'],
  ['<body><title>A</title>', undefined],
])('reads the title of %s', (html, title) => {
  expect(readPageMetadata(html).title).toBe(title);
});

it.each([
  ['<META NAME=Description CONTENT="a &amp; b">', [['description', 'a & b']]],
  ['<meta name="a" content="1"><meta name="A" content="2">', [['a', '1']]],
  ['<meta property="p" name="n" content="c">', [['p', 'c']]],
  ['<meta name=" A " content="b">', [['a', 'b']]],
  ['<meta name="a">', []],
  ['<meta content="c">', []],
  ["<meta name='a' content='x > y'>", [['a', 'x > y']]],
  ['<meta name=a content=b/>', [['a', 'b/']]],
  ['<meta/name="a"/content="b">', [['a', 'b']]],
  ['<meta name="a" content="1" content="2">', [['a', '1']]],
])('reads the meta elements of %s', (html, entries) => {
  expect([...readPageMetadata(html).meta]).toEqual(entries);
});

it('reads 1,000 meta elements and no more', () => {
  const page = (before: number) => '<meta name=x content=y>'.repeat(before) + '<meta name=last content=z>';
  expect(readPageMetadata(page(999)).meta.get('last')).toBe('z');
  expect(readPageMetadata(page(1_000)).meta.get('last')).toBeUndefined();
});

it('reads 300 link elements and no more', () => {
  const page = (before: number) => '<link rel=next href=/>'.repeat(before) + '<link rel=icon href=/last.png>';
  expect(readPageMetadata(page(299)).links.map(({ href }) => href)).toEqual(['/last.png']);
  expect(readPageMetadata(page(300)).links).toEqual([]);
});
