import { IMPORT_FORMATS, type ImportFormat } from '@/lib/contract/import';
import { readImport } from '@/server/import/formats/read-import';
import { readList } from '@/server/import/read-list';
import { shown } from '../../setup/shown';

/** One list in each form that can mark an entry as private: Ada is public, Bob is not. */
const MARKED: Partial<Record<ImportFormat, readonly string[]>> = {
  bookmarks: [
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://ada.example.com" PRIVATE="0">Ada</A>\n<DT><A HREF="https://bob.example.com" PRIVATE="1">Bob</A>\n</DL>',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://ada.example.com">Ada</A>\n<DT><H3 PRIVATE="1">Mine</H3>\n<DL><p><DT><A HREF="https://bob.example.com">Bob</A>\n</DL></DL>',
  ],
  csv: [
    'name,url,private\nAda,https://ada.example.com,0\nBob,https://bob.example.com,1',
    'name,url,Visibility\nAda,https://ada.example.com,public\nBob,https://bob.example.com,private',
    'name,url,visibility\nAda,https://ada.example.com,public\nBob,https://bob.example.com,3',
    'name,url,Private\nAda,https://ada.example.com,\nBob,https://bob.example.com,checked',
    'name;url;private\nAda;https://ada.example.com;FALSCH\nBob;https://bob.example.com;WAHR',
    'name,url,public\nAda,https://ada.example.com,checked\nBob,https://bob.example.com,',
    'name,url,shared\nAda,https://ada.example.com,ja\nBob,https://bob.example.com,team',
    'Titel,URL,Privat\nAda,https://ada.example.com,nein\nBob,https://bob.example.com,ja',
    'Title,Permalink,Status\nAda,https://ada.example.com,publish\nBob,https://bob.example.com,private',
  ],
  json: [
    '[{"href":"https://ada.example.com","description":"Ada","shared":"yes"},\n{"href":"https://bob.example.com","description":"Bob","shared":"no"}]',
    '{"bookmarks":[{"url":"https://ada.example.com","title":"Ada"},\n{"url":"https://bob.example.com","title":"Bob","is_private":true}]}',
    '{"collections":[{"title":"A","isPublic":true,"links":[{"url":"https://ada.example.com","title":"Ada"}]},\n{"title":"B","isPublic":false,"links":[{"url":"https://bob.example.com","title":"Bob"}]}]}',
    '{"public":[{"url":"https://ada.example.com","title":"Ada"}],\n"private":["https://bob.example.com"]}',
    '[{"url":"https://ada.example.com","title":"Ada"},\n{"url":"https://bob.example.com","title":"Bob","settings":{"visibility":"private"}}]',
    '{"folders":[{"title":"A","links":[{"url":"https://ada.example.com","title":"Ada"}]},\n{"title":"B","settings":{"visibility":"private"},"links":[{"url":"https://bob.example.com","title":"Bob"}]}]}',
    '[{"url":"https://ada.example.com","title":"Ada","visibility":{"id":1,"name":"Public"}},\n{"url":"https://bob.example.com","title":"Bob","visibility":{"id":2,"name":"Private"}}]',
    '[{"url":"https://ada.example.com","title":"Ada","visibility":["public"]},\n{"url":"https://bob.example.com","title":"Bob","visibility":["private"]}]',
    '[["title","url","private"],["Ada","https://ada.example.com","no"],["Bob","https://bob.example.com","yes"]]',
    '{"columns":["title","url","public"],"rows":[["Ada","https://ada.example.com",true],["Bob","https://bob.example.com",false]]}',
  ],
  jsonl: [
    '{"url":"https://ada.example.com","title":"Ada","public":true}\n{"url":"https://bob.example.com","title":"Bob","public":false}',
  ],
  yaml: [
    '- name: Ada\n  url: https://ada.example.com\n- name: Bob\n  url: https://bob.example.com\n  private: true',
  ],
  toml: [
    '[[links]]\nname = "Ada"\nurl = "https://ada.example.com"\n[[links]]\nname = "Bob"\nurl = "https://bob.example.com"\npublic = false',
  ],
  markdown: [
    '| Name | Link | Private |\n|---|---|---|\n| Ada | https://ada.example.com | no |\n| Bob | https://bob.example.com | yes |',
  ],
  html: [
    '<table><tr><th>Name</th><th>Public</th></tr><tr><td><a href="https://ada.example.com">Ada</a></td><td>yes</td></tr><tr><td><a href="https://bob.example.com">Bob</a></td><td></td></tr></table>',
  ],
  opml: [
    '<opml version="2.0"><body><outline text="Ada" url="https://ada.example.com"/><outline text="Bob" url="https://bob.example.com" private="true"/></body></opml>',
    '<opml version="2.0"><body><outline text="Ada" url="https://ada.example.com"/><outline text="Mine" private="true"><outline text="Bob" url="https://bob.example.com"/></outline></body></opml>',
  ],
};
/** Forms without a mark for it. */
const UNMARKED: ImportFormat[] = ['directory'];

it('has a list with a private entry in every form that can mark one', () => {
  expect([...Object.keys(MARKED), ...UNMARKED].sort()).toEqual([...IMPORT_FORMATS].sort());
});

const lists = [
  ...IMPORT_FORMATS.flatMap((format) => (MARKED[format] ?? []).map((text) => [format, text] as const)),
  // A person may choose another format than the file has.
  ...(['html', 'markdown'] as const).flatMap((format) =>
    [
      ...(MARKED.bookmarks ?? []).slice(0, 1),
      '<dl><dt><h3>All</h3><dl><dt><a href="https://ada.example.com">Ada</a></dt></dl></dt><dt><h3 private>Mine</h3><dl><dt><a href="https://bob.example.com">Bob</a></dt></dl></dt></dl>',
    ].map((text) => [format, text] as const),
  ),
];

/** As at the terminal. */
async function readStream(format: ImportFormat, text: string, withPrivate?: boolean): Promise<string[]> {
  const urls: string[] = [];
  async function* once() {
    yield await Promise.resolve(text);
  }
  const options = withPrivate === undefined ? undefined : { withPrivate };
  for await (const line of readImport(format, once(), options))
    if (line.kind === 'entry') urls.push(line.url);
  return urls;
}

const readUpload = (format: ImportFormat, text: string, withPrivate: boolean) =>
  readList({
    bytes: Buffer.from(text),
    ...{ name: 'list', format, fieldNames: [], tagRules: new Map(), withPrivate },
    ...{ entriesMax: 10, skippedMax: 10, partsMax: 10, tagsMax: 10 },
  });

const [ada, bob] = ['https://ada.example.com', 'https://bob.example.com'];

it.each(lists)('lists no private entry of %s without an explicit choice: %j', async (format, text) => {
  expect(await readStream(format, text)).toEqual([ada]);
  expect(await readStream(format, text, true)).toEqual([ada, bob]);

  const { lines, privateCount } = await readUpload(format, text, false);
  expect(privateCount).toBe(1);
  expect(shown(lines)).toEqual([
    expect.objectContaining({ draft: expect.objectContaining({ url: ada }) }),
    expect.objectContaining({ reason: 'It is marked as private.', why: 'private' }),
  ]);
  const chosen = await readUpload(format, text, true);
  expect(chosen).toMatchObject({ privateCount: 1, lines: [{}, { draft: { url: bob } }] });
});

it('lists no product whose site is private, though the link to its code is not', async () => {
  const code = '- [Bob](https://github.com/bob/bob) - A tool. ';
  const site = (mark: string) => `${code}<a ${mark} href="https://bob.example.com">Website</a>`;
  expect(await readStream('markdown', site('title="Bob"'))).toEqual([bob]);
  expect(await readStream('markdown', site('private'))).toEqual([]);
});
