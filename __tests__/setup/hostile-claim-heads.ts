import { VERIFICATION_FILE as FILE, VERIFICATION_NAME } from '@/lib/contract/claim';
import {
  type ClaimSite,
  everywhere,
  front,
  frontHead,
  inHead,
  mebibyte,
  metaOf,
  redirect,
  send,
  utf16,
} from './claim-site';

export const hostileHeads: readonly ClaimSite[] = [
  {
    name: 'a meta element in og:description',
    answer: frontHead((token) => `<meta property="og:description" content='By Ada ${metaOf(token)}'>`),
  },
  {
    name: 'a meta element in an alt',
    answer: frontHead((token) => `<link rel="icon" title='<img alt=${metaOf(token)}'>`),
  },
  {
    name: 'a meta element in an attribute, with an open quote before it',
    answer: frontHead(
      (token) => `<meta name="author" content="it's '${metaOf(token).replaceAll('"', "'")}">`,
    ),
  },
  { name: 'a meta element in a title', answer: frontHead((token) => `<title>${metaOf(token)}</title>`) },
  { name: 'a meta element in a comment', answer: frontHead((token) => `<!-- ${metaOf(token)} -->`) },
  {
    name: 'a meta element in a comment that looks closed',
    answer: frontHead((token) => `<!-- --!x> ${metaOf(token)} -->`),
  },
  {
    name: 'a meta element in a script',
    answer: frontHead(
      (token) => `<script>const a = '<!--<script>'; '</script>'; '${metaOf(token)}'</script>-->`,
    ),
  },
  {
    name: 'a meta element in a style element',
    answer: frontHead((token) => `<style>/* ${metaOf(token)} */</style>`),
  },
  {
    name: 'a meta element in a template',
    answer: frontHead((token) => `<template>${metaOf(token)}</template>`),
  },
  {
    name: 'a meta element in a noscript element',
    answer: frontHead((token) => `<noscript><title></title>${metaOf(token)}</noscript>`),
  },
  {
    name: 'a meta element in an attribute in a noscript element',
    answer: frontHead((token) => `<noscript><img alt='</noscript>${metaOf(token)}'></noscript>`),
  },
  {
    name: 'a meta element in a textarea',
    answer: front((token) => `<!doctype html><textarea>${metaOf(token)}</textarea>`),
  },
  { name: 'a meta element in the body', answer: front((token) => inHead('', metaOf(token))) },
  {
    name: 'a meta element in a second head',
    answer: front((token) => inHead('', `<head>${metaOf(token)}</head>`)),
  },
  {
    name: 'a meta element in the head of a frame',
    answer: frontHead((token) => `<meta name="x"><iframe srcdoc='<head>${metaOf(token)}</head>'></iframe>`),
  },
  {
    name: 'a meta element after the head',
    answer: front((token) => `<!doctype html><html><head></head>${metaOf(token)}<body>Hi</body></html>`),
  },
  {
    name: 'a meta element in SVG',
    answer: front((token) => `<!doctype html><head><svg><head>${metaOf(token)}</head></svg></head>`),
  },
  {
    name: 'a meta element in MathML',
    answer: front((token) => `<!doctype html><math><annotation-xml>${metaOf(token)}</annotation-xml></math>`),
  },
  { name: 'an escaped meta element', answer: frontHead((token) => `&lt;${metaOf(token).slice(1, -1)}&gt;`) },
  {
    name: 'attributes that a text without quotes has added',
    answer: frontHead((token) => `<meta content=${token} name=${VERIFICATION_NAME} name=description>`),
  },
  {
    name: 'a property in place of the name',
    answer: frontHead((token) => metaOf(token).replace('name=', 'property=')),
  },
  {
    name: 'a name with words around it',
    answer: frontHead((token) => metaOf(token).replace(VERIFICATION_NAME, `x ${VERIFICATION_NAME}`)),
  },
  {
    name: 'a name in another case',
    answer: frontHead((token) => metaOf(token).replace('listgrove', 'LISTGROVE')),
  },
  { name: 'a token in another case in the head', answer: frontHead((token) => metaOf(token.toUpperCase())) },
  { name: 'a token with words around it', answer: frontHead((token) => metaOf(`${token} and more`)) },
  {
    name: 'a meta element in XML',
    answer: front(
      (token) =>
        `<html xmlns="http://www.w3.org/1999/xhtml"><head><title><![CDATA[ > ${metaOf(token)} ]]></title></head></html>`,
      'application/xhtml+xml',
    ),
  },
  { name: 'a page of plain text', answer: front((token) => inHead(metaOf(token)), 'text/plain') },
  {
    name: 'a page in UTF-16',
    answer: front((token) => utf16(inHead(metaOf(token))), 'text/html; charset=utf-16le'),
  },
  {
    name: 'a page in ISO-2022-JP',
    answer: front(
      (token) =>
        `<!doctype html><head><title>\u001b$B${metaOf(token)}\u001b(B</title>${metaOf(token)}</head>`,
      'text/html; charset=iso-2022-jp',
    ),
  },
  {
    name: 'a page that shifts to another charset by itself',
    answer: front(
      (token) => `<!doctype html><head><title>Hi</title>\u001b$B${metaOf(token)}\u001b(B</head>`,
      'text/html',
    ),
  },
  {
    name: 'a page that says UTF-7',
    answer: front(
      (token) => `<!doctype html><head><meta charset="utf-7">${metaOf(token)}</head>`,
      'text/html',
    ),
  },
  {
    name: 'a meta element behind a megabyte of head',
    answer: frontHead((token) => `<style>${'a{}'.repeat(mebibyte / 3)}</style>${metaOf(token)}`),
  },
  {
    name: 'a front page of another host',
    answer: ({ path, host, token }, res) => {
      if (host === 'evil.example') send(res, inHead(metaOf(token)));
      else if (path === '/') redirect(res, 'https://evil.example/');
    },
  },
  {
    name: 'a front page that goes by way of another host',
    answer: ({ path, host, token }, res) => {
      if (host === 'evil.example') redirect(res, 'https://figgle.example/post');
      else if (path === '/post') send(res, inHead(metaOf(token)));
      else if (path === '/') redirect(res, 'https://evil.example/');
    },
  },
  {
    name: 'a page below the front page',
    url: 'https://figgle.example/posts/1',
    answer: everywhere((token) => inHead(metaOf(token))),
  },
  ...[
    'https://sites.google.com/view/figgle',
    'https://www.notion.so/figgle',
    'https://medium.com/figgle',
    'https://github.com/ada/figgle',
    'https://raw.githubusercontent.com/ada/figgle/main/index.html',
    'https://storage.googleapis.com/figgle/index.html',
    'https://de.linkedin.com/company/figgle',
    'https://m.youtube.com/@figgle',
  ].map((url) => ({
    name: `a page of one user: ${url}`,
    url,
    answer: ((request, res) => {
      if (request.path === FILE) send(res, request.token, 'text/plain');
      else if (request.path === '/') send(res, inHead(metaOf(request.token)));
    }) satisfies ClaimSite['answer'],
  })),
];
