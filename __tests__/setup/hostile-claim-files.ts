import { gzipSync } from 'node:zlib';
import { VERIFICATION_FILE as FILE, VERIFICATION_NAME } from '@/lib/contract/claim';
import {
  type ClaimSite,
  everywhere,
  file,
  mebibyte,
  other,
  redirect,
  redirectFile,
  send,
  utf16,
} from './claim-site';

export const hostileFiles: readonly ClaimSite[] = [
  {
    name: 'a soft 200 whose page has the token as a title',
    answer: everywhere((token) => `<title>\n${token}\n</title>`),
  },
  { name: 'a soft 200 of plain text, the newest post', answer: everywhere((token) => token, 'text/plain') },
  {
    name: 'a soft 200 of plain text that shows posts by turns',
    answer: everywhere((token, { count }) => (count % 2 ? token : `Post number ${count}`), 'text/plain'),
  },
  {
    name: 'a soft 200 of plain text with tokens of others',
    answer: everywhere((token, { path }) => (path === FILE ? token : other), 'text/plain'),
  },
  {
    name: 'a file among posts in the same folder',
    answer: everywhere((token) => `${other}\n${token}\n`, 'text/plain'),
  },
  { name: 'a redirect of the file to a page of a member', answer: redirectFile('/posts/1') },
  { name: 'a redirect of the file to another host', answer: redirectFile(`https://evil.example${FILE}`) },
  {
    name: 'a redirect of the file to another path and back',
    answer: ({ path, token, count }, res) => {
      if (path === '/hop') redirect(res, FILE);
      else if (path === FILE && count > 4) send(res, token, 'text/plain');
      else if (path === FILE) redirect(res, '/hop');
    },
  },
  { name: 'a redirect of the file to plain HTTP', answer: redirectFile(`http://www.figgle.example${FILE}`) },
  {
    name: 'a redirect of the file with a query',
    answer: ({ path, token }, res) => {
      if (path === FILE) redirect(res, `${FILE}?post=1`);
      else if (path === `${FILE}?post=1`) send(res, token, 'text/plain');
    },
  },
  {
    name: 'a redirect of the file to a host below',
    answer: redirectFile(`https://user.figgle.example${FILE}`),
  },
  { name: 'a wiki page at the path', answer: file((token) => `Welcome to this page!\n${token}\n`) },
  { name: 'a comment below the token', answer: file((token) => `${token}\n\nadd your own below\n`) },
  { name: 'a token with a name before it', answer: file((token) => `${VERIFICATION_NAME}=${token}`) },
  { name: 'a token in another case', answer: file((token) => token.toLowerCase()) },
  { name: 'a page of HTML at the path', answer: file((token) => token, 'text/html') },
  { name: 'a file of JSON at the path', answer: file((token) => token, 'application/json') },
  {
    name: 'a file without a type',
    answer: ({ path, token }, res) => {
      if (path === FILE) res.writeHead(200).end(token);
    },
  },
  { name: 'a file in UTF-16', answer: file((token) => utf16(token), 'text/plain; charset=utf-16le') },
  { name: 'a file in UTF-7', answer: file((token) => token, 'text/plain; charset=utf-7') },
  { name: 'a huge file', answer: file((token) => `${token}\n`.repeat(mebibyte / 16)) },
  {
    name: 'a huge compressed file',
    answer: file((token) => gzipSync(`${token}\n`.repeat(mebibyte)), 'text/plain', {
      'content-encoding': 'gzip',
    }),
  },
  {
    name: 'a limit that is met at the second request',
    answer: ({ path, token, count }, res) => {
      if (path === FILE) send(res, token, 'text/plain');
      else if (count > 1) res.writeHead(429).end();
    },
  },
  {
    name: 'a failing site that once showed the token',
    answer: ({ path, token }, res) => {
      if (path === FILE) send(res, token, 'text/plain');
      else res.writeHead(503).end();
    },
  },
];
