import { readLines as read } from '../lists/read-lines';

const ada = 'Ada ¦ https://ada.example.com ¦ A tool for people ¦ Tools, Text';

describe('CSV', () => {
  it.each([
    ['with commas', 'name,url,description,tags\nAda,https://ada.example.com,A tool for people,"Tools, Text"'],
    [
      'with semicolons',
      'Title;Link;Summary;Category\nAda;https://ada.example.com;A tool for people;"Tools; Text"',
    ],
    [
      'with tabs',
      'Name\tWebsite\tTagline\tTags\nAda\thttps://ada.example.com\tA tool for people\tTools|Text',
    ],
    [
      'with columns in another order and more of them',
      'id,tags,stars,URL,desc,Product name\n1,Tools|Text,99,https://ada.example.com,A tool for people,Ada',
    ],
    [
      'with a byte order mark and Windows line ends',
      '\uFEFFname,url,tagline,category,subcategory\r\nAda,https://ada.example.com,A tool for people,Tools,Text\r\n',
    ],
  ])('is read %s', async (_, text) => {
    expect(await read('csv', text)).toEqual([`2 ¦ ${ada}`]);
  });

  it('is read without a line that names the columns', async () => {
    expect(
      await read(
        'csv',
        'Ada,https://ada.example.com,A tool for people,Tools|Text\nBob,bob.example.com,Another',
      ),
    ).toEqual([`1 ¦ ${ada}`, '2 ¦ Bob ¦ https://bob.example.com ¦ Another']);
  });

  it('may contain line breaks in quotes, and quotation marks in text', async () => {
    const text =
      'name,url,description\n"Ada ""the first""",https://ada.example.com,"two\nlines"\n5" disk,https://disk.example.com,A 3.5" disk\n';
    expect(await read('csv', text)).toEqual([
      '2 ¦ Ada "the first" ¦ https://ada.example.com ¦ two lines',
      '4 ¦ 5" disk ¦ https://disk.example.com ¦ A 3.5" disk',
    ]);
  });

  it('loses only one line to an unclosed quote', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, index) => `Tool ${index},https://t${index}.example.com,Text`,
    );
    const lines = await read(
      'csv',
      ['name,url,description', '"Broken,https://b.example.com,Text', ...rows].join('\n'),
    );
    expect(lines[0]).toBe('2 skipped: A quote is opened but not closed.');
    expect(lines).toHaveLength(301);
    expect(lines[300]).toBe('302 ¦ Tool 299 ¦ https://t299.example.com ¦ Text');
  });

  it('skips an unclosed quote at the end of the file, and reads the lines behind it', async () => {
    const text = 'name,url\n"Ada,https://a.example.com\nBob,https://b.example.com';
    expect(await read('csv', text)).toEqual([
      '2 skipped: A quote is opened but not closed.',
      '3 ¦ Bob ¦ https://b.example.com',
    ]);
  });

  it('reports rows without a web URL', async () => {
    expect(
      await read('csv', 'name,url\nAda,\nBob,mailto:bob@example.com\n,https://nameless.example.com\n\n'),
    ).toEqual([
      '2 skipped: The entry has no link.',
      '3 skipped: The link does not lead to a website.',
      '4 ¦ nameless.example.com ¦ https://nameless.example.com',
    ]);
  });
});

describe('JSON', () => {
  const record = {
    name: 'Ada',
    url: 'https://ada.example.com',
    description: 'A tool for people',
    tags: ['Tools', 'Text'],
  };
  it.each([
    ['an array of records', [record]],
    ['records in a wrapper', { version: 1, products: [record] }],
    [
      'other names of fields',
      [
        {
          Title: 'Ada',
          homepage_url: 'https://ada.example.com',
          tagline: 'A tool for people',
          categories: [
            { id: 'x1', name: 'Tools' },
            { label: 7, title: 'Text' },
          ],
        },
      ],
    ],
    ['records under their category', { Tools: { Text: [{ ...record, tags: undefined }] } }],
    ['categories with a name and a list', [{ category: 'Text', items: [{ ...record, tags: 'Tools' }] }]],
  ])('is read as %s', async (_, value) => {
    const [line] = await read('json', JSON.stringify(value));
    expect(line?.split(' ¦ ').slice(1, 4)).toEqual(ada.split(' ¦ ').slice(0, 3));
    expect(line?.split(' ¦ ')[4]?.split(', ').sort()).toEqual(['Text', 'Tools']);
  });

  it('reports the line on which a record starts', async () => {
    expect(
      await read(
        'json',
        JSON.stringify(
          [record, { name: 'No address' }, { ...record, owner: { login: 'x' } }, record],
          null,
          2,
        ),
      ),
    ).toEqual([`2 ¦ ${ada}`, '11 skipped: The entry has no link.', `14 ¦ ${ada}`, `26 ¦ ${ada}`]);
  });

  it('is read as a list of URLs, each on the line of the object before it', async () => {
    const urls = (name: string) => [`https://${name}.example.com`];
    expect(await read('json', JSON.stringify(urls('ada')))).toEqual([
      '1 ¦ ada.example.com ¦ https://ada.example.com',
    ]);
    expect(await read('json', JSON.stringify({ Tools: urls('ada'), Text: urls('bob') }, null, 2))).toEqual([
      '1 ¦ ada.example.com ¦ https://ada.example.com ¦  ¦ Tools',
      '1 ¦ bob.example.com ¦ https://bob.example.com ¦  ¦ Text',
    ]);
    expect(await read('json', `[{"name":"No address"},\n{"name":"None"},"https://ada.example.com"]`)).toEqual(
      [
        '1 skipped: The entry has no link.',
        '2 skipped: The entry has no link.',
        '2 ¦ ada.example.com ¦ https://ada.example.com',
      ],
    );
  });

  it('is refused with a sentence if it is invalid', async () => {
    await expect(read('json', '[{"name": "Ada",')).rejects.toThrow(/^The file is not valid JSON: /);
  });

  it('is read line by line, and loses only the invalid lines', async () => {
    const text = `${JSON.stringify(record)}\n\n{"name": broken}\n[1]\n"text"\n${JSON.stringify({ name: 'Bob', link: 'https://bob.example.com' })}`;
    expect(await read('jsonl', text)).toEqual([
      `1 ¦ ${ada}`,
      '3 skipped: The line is not a JSON object.',
      '4 skipped: The line is not a JSON object.',
      '5 skipped: The line is not a JSON object.',
      '6 ¦ Bob ¦ https://bob.example.com',
    ]);
  });
});

it('reads an HTML page, each entry with its line', async () => {
  const page =
    '<!doctype html>\n<html><head><title>x</title></head><body>\n<h1>My tools</h1>\n<h2>Text</h2>\n<ul>\n<li><a href="https://ada.example.com">Ada</a> - A tool</li>\n</ul>\n</body></html>';
  expect(await read('html', page)).toEqual(['6 ¦ Ada ¦ https://ada.example.com ¦ A tool ¦ Text']);
});

it('takes the first key with short texts that all differ for the names where no key is called so', async () => {
  const records = ['Ada', 'Bob', 'Cy', 'Dee'].map((said, at) => ({
    lang: 'en',
    hash: `0a1b2c3d${at}`,
    API: said,
    Description: `A tool number ${at} for people`,
    Link: `https://${said}.example.com/docs`,
  }));
  expect(await read('json', JSON.stringify({ count: 4, entries: records }))).toEqual(
    records.map(({ API, Link, Description }): unknown =>
      expect.stringContaining(`¦ ${API} ¦ ${Link} ¦ ${Description}`),
    ),
  );
});
