import { Readable } from 'node:stream';
import { detectFormat } from '@/server/import/formats/import-format';
import { readImport } from '@/server/import/formats/read-import';
import { readLines as read } from '../lists/read-lines';

it.each([
  ['631152000', '1990-01-01T00:00:00.000Z'],
  ['631151999', undefined],
  ['0', undefined],
  ['1700000000', '2023-11-14T22:13:20.000Z'],
  ['1700000000123', '2023-11-14T22:13:20.123Z'],
  ['1700000000123456', '2023-11-14T22:13:20.123Z'],
  ['2024-03-05', '2024-03-05T00:00:00.000Z'],
  ['2024-03-05 10:20', '2024-03-05T10:20:00.000Z'],
  ['2024-03-05T10:20:30.5+02:00', '2024-03-05T08:20:30.500Z'],
  ['March 5, 2024', undefined],
])('of the date %s were added at %s', async (written, date) => {
  const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://a.example" ADD_DATE="${written}">A</A></DL>`;
  const dates: (string | undefined)[] = [];
  for await (const line of readImport('bookmarks', Readable.from([text])))
    if (line.kind === 'entry') dates.push(line.listedAt?.toISOString());
  expect(dates).toEqual([date]);
});

describe('bookmarks', () => {
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file. -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://ada.example.com/?a=1&amp;b=2" ADD_DATE="1" ICON="data:image/png;base64,AA==">Ada &amp; friends</A>
        <DD>A tool for people
        <DT><H3>Tools</H3>
        <DL><p>
            <DT><H3>Text</H3>
            <DL><p>
                <DT><A HREF="https://vim.example.com" TAGS="editor,modal">Vim</A>
            </DL><p>
            <DT><A HREF='https://after.example.com'>After the folder</A>
        </DL><p>
        <DT><A HREF="javascript:alert(1)">Bookmarklet</A>
        <DT><A HREF="place:sort=8">Recent</A>
        <DT><A HREF="https://nameless.example.com"></A>
    </DL><p>
</DL>`;

  it('are read with their folders and tags', async () => {
    expect(await read('bookmarks', file)).toEqual([
      '9 ¦ Ada & friends ¦ https://ada.example.com/?a=1&b=2 ¦ A tool for people',
      '15 ¦ Vim ¦ https://vim.example.com ¦  ¦ editor, modal, Text, Tools',
      '17 ¦ After the folder ¦ https://after.example.com ¦  ¦ Tools',
      '19 skipped: The bookmark does not link to a website.',
      '20 skipped: The bookmark does not link to a website.',
      '21 ¦  ¦ https://nameless.example.com',
    ]);
  });

  it('have links with unescaped signs, each of which is accounted for', async () => {
    expect(
      await read('bookmarks', '<DL><DT><A HREF="https://ada.example.com/?a=1&copy=2">Ada</A></DL>'),
    ).toEqual(['1 ¦ Ada ¦ https://ada.example.com/?a=1&copy=2']);
  });

  it('have icons of any length, folders that the browser names in its language, and a title that is no tag', async () => {
    const icon = `data:image/png;base64,${'A'.repeat(300_000)}`;
    const other = `<TITLE>Meine Links</TITLE>
<H1>Meine Links</H1>
<DL><p>
  <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Lesezeichen-Symbolleiste</H3>
  <DL><p>
    <DT><A HREF="https://ada.example.com" ICON="${icon}">Ada</A>
    <DT><H3>Texte</H3>
    <DL><p>
      <DT><A HREF="https://bob.example.com" ICON='${icon}'>Bob</A>
    </DL><p>
  </DL><p>
  <DT><H3 UNFILED_BOOKMARKS_FOLDER="true">Weitere</H3>
  <DL><p>
    <DT><A HREF="https://cy.example.com">Cy</A>
  </DL><p>
</DL>`;
    expect(await read('bookmarks', other)).toEqual([
      '6 ¦ Ada ¦ https://ada.example.com',
      '9 ¦ Bob ¦ https://bob.example.com ¦  ¦ Texte',
      '14 ¦ Cy ¦ https://cy.example.com',
    ]);
  });

  it('are read from the page that a read-later service exports', async () => {
    const page =
      '<!DOCTYPE html>\n<h1>Unread</h1>\n<ul>\n<li><a href="https://ada.example.com" time_added="1466000000" tags="text,tools">Ada</a></li>\n<li><a href="https://bob.example.com" time_added="1466000001" tags="">Bob</a></li>\n</ul>';
    expect(await read('bookmarks', page)).toEqual([
      '4 ¦ Ada ¦ https://ada.example.com ¦  ¦ text, tools',
      '5 ¦ Bob ¦ https://bob.example.com',
    ]);
  });

  it('are detected by their first line, regardless of the file name', () => {
    expect(detectFormat(file, 'bookmarks.txt')).toBe('bookmarks');
    expect(detectFormat(file, 'bookmarks.html')).toBe('bookmarks');
  });
});
