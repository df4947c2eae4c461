import { parseMultipart } from '@/server/http/request-body';

const type = 'multipart/form-data; boundary=b';
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const parse = (text: string, contentType = type) => parseMultipart(Buffer.from(text), contentType);

it('reads every field, the last value of each, and keeps lines and colons', () => {
  const form = `${field('a', '1')}${field('b', 'x: y\r\nz--b')}${field('a', '2')}--b--`;
  expect(parse(form)).toEqual({ a: '2', b: 'x: y\r\nz--b' });
});

it('reads a file with its name and type', async () => {
  const header = 'content-disposition: form-data; name="file"; filename="%22a%0D%0A.png"';
  const parsed = parse(`--b\r\n${header}\r\ncontent-type: image/png; x=y:z\r\n\r\npixels\r\n--b--`);
  const file = parsed?.file;
  if (!(file instanceof File)) throw new Error('There is no file.');
  expect([file.name, file.type, await file.text()]).toEqual(['"a\r\n.png', 'image/png; x=y:z', 'pixels']);
});

it('takes a file without a type for bytes', () => {
  const file = parse('--b\r\ncontent-disposition: form-data; name=f; filename=""\r\n\r\n1\r\n--b--')?.f;
  expect(file).toMatchObject({ name: '', type: 'application/octet-stream' });
});

const headerOf = (bytes: number) => {
  const header = 'content-disposition: form-data; name="a"\r\nx: ';
  return `--b\r\n${header}${'x'.repeat(bytes - header.length)}\r\n\r\n1\r\n--b--`;
};

it.each([
  ['no part', '--b--', {}],
  ['an empty value', `${field('a', '')}--b--`, { a: '' }],
  ['no line for the value', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n--b--', { a: '' }],
  ['a preamble', `Hello\r\n${field('a', '1')}--b--`, { a: '1' }],
  [
    'blanks after a delimiter',
    `--b \t\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--b--`,
    { a: '1' },
  ],
  ['20 parts', `${field('a', '1').repeat(20)}--b--`, { a: '1' }],
  ['21 parts', `${field('a', '1').repeat(21)}--b--`, undefined],
  ['a header of 8 KiB', headerOf(8_192), { a: '1' }],
  ['a longer header', headerOf(8_193), undefined],
  ['nothing', '', undefined],
  ['a delimiter inside a line', `x--b\r\n${field('a', '1')}--b--`, undefined],
  [
    'a line feed alone after a delimiter',
    `--b\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--b--`,
    undefined,
  ],
  ['a carriage return alone', `--b\rxcontent-disposition: form-data; name=a\r\n\r\n1\r\n--b--`, undefined],
  ['text after a delimiter', `--bx\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--b--`, undefined],
  ['no end of a header', '--b\r\ncontent-disposition: form-data; name=a\r\n--b--', undefined],
  ['no end', field('a', '1'), undefined],
  ['a field without a name', '--b\r\ncontent-disposition: form-data\r\n\r\n1\r\n--b--', undefined],
  ['a field of another kind', '--b\r\ncontent-disposition: x; name="a"\r\n\r\n1\r\n--b--', undefined],
])('reads a form with %s', (_name, form, expected) => {
  expect(parse(form)).toEqual(expected);
});

it.each([
  ['multipart/form-data', undefined],
  ['multipart/form-data; boundary=""', undefined],
  ['multipart/form-data; boundary="b "', undefined],
  ['multipart/form-data; boundary=b*', undefined],
  ['multipart/form-data; boundary="b"', { a: '1' }],
  ['multipart/form-data;BOUNDARY=b; charset=utf-8', { a: '1' }],
])('finds the boundary of %s', (contentType, expected) => {
  expect(parse(`${field('a', '1')}--b--`, contentType)).toEqual(expected);
});
