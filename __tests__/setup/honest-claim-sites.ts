import { gzipSync } from 'node:zlib';
import { VERIFICATION_FILE as FILE, VERIFICATION_NAME } from '@/lib/contract/claim';
import {
  type ClaimSite,
  file,
  front,
  frontHead,
  inHead,
  mebibyte,
  metaOf,
  other,
  redirect,
  send,
} from './claim-site';

const FORMER_NAME = 'sprig-verification';

export const honestSites: readonly ClaimSite[] = [
  { name: 'a meta element', proof: 'meta', answer: frontHead(metaOf) },
  {
    name: 'a meta element in capitals, without quotes or head tags, beside that of another member',
    proof: 'meta',
    answer: front(
      (token) =>
        `<!DOCTYPE HTML><TITLE>x</TITLE>${metaOf(other)}<META CONTENT=${token} NAME=${VERIFICATION_NAME} data-rh=true />`,
    ),
  },
  {
    name: 'a meta element after the picture of a counter in a noscript element',
    proof: 'meta',
    answer: frontHead(
      (token) =>
        `<script>if (1 < 2) n()</script><noscript><img height="1" width="1" style="display:none" src="https://c.example/tr?id=1&noscript=1"/></noscript>${metaOf(token)}`,
    ),
  },
  {
    name: 'a long page in windows-1251, in chunks',
    proof: 'meta',
    answer: ({ path, token }, res) => {
      if (path !== '/') return;
      res.writeHead(200, { 'content-type': 'Text/HTML;Charset="Windows-1251"' });
      for (const part of inHead(metaOf(token)).match(/.{1,7}/gs) ?? [])
        res.write(Buffer.from(part, 'latin1'));
      res.end(Buffer.alloc(mebibyte, 'Привет ', 'latin1'));
    },
  },
  {
    name: 'a front page that redirects to its language on www',
    proof: 'meta',
    answer: ({ path, host, token }, res) => {
      if (path === '/en/' && host === 'www.figgle.example') send(res, `\uFEFF${inHead(metaOf(token))}`);
      else if (path === '/') redirect(res, 'https://www.figgle.example/en/');
    },
  },
  { name: 'a file', proof: 'file', answer: file((token) => token, 'text/plain') },
  {
    name: 'a meta element that earlier builds asked for',
    proof: 'meta',
    answer: frontHead((token) => metaOf(token).replace(VERIFICATION_NAME, FORMER_NAME)),
  },
  {
    name: 'a file that earlier builds asked for',
    proof: 'file',
    answer: ({ path, token }, res) => {
      if (path === FILE.replace(VERIFICATION_NAME, FORMER_NAME)) send(res, token, 'text/plain');
    },
  },
  {
    name: 'a TXT record that earlier builds asked for',
    proof: 'dns',
    records: (token) => [`${FORMER_NAME}=${token}`],
    answer: () => undefined,
  },
  {
    name: 'a file with a line for another member, as Windows writes it, in chunks and compressed',
    proof: 'file',
    answer: file((token) => gzipSync(`\uFEFF${other}\r\n${token}\r\n\r\n`), 'Text/Plain;charset=UTF-8', {
      'content-encoding': 'gzip',
    }),
  },
  {
    name: 'a file on www, to which the host redirects every path, with a page for every unknown path',
    proof: 'file',
    answer: ({ path, host, token }, res) => {
      if (host === 'figgle.example') redirect(res, `https://www.figgle.example${path}`);
      else if (path === FILE) send(res, `${token}\n`, 'text/plain');
      else send(res, '<!doctype html><div id="app"></div>');
    },
  },
  {
    name: 'a file beside unknown paths that answer “not found” as plain text',
    proof: 'file',
    answer: ({ path, token }, res) => send(res, path === FILE ? token : 'Not found', 'text/plain'),
  },
  {
    name: 'a file of a user below a private suffix',
    proof: 'file',
    url: 'https://ada.github.io/figgle/',
    answer: file((token) => token, 'text/plain; charset=utf-8'),
  },
  {
    name: 'a TXT record',
    proof: 'dns',
    url: 'https://app.figgle.example/start',
    records: (token) => ['v=spf1 -all', `${VERIFICATION_NAME}=${token}`],
    answer: () => undefined,
  },
];
