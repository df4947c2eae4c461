import { readWebURL } from '@/server/import/formats/web-url';

it.each([
  [' https://a.example.com ', 'https://a.example.com'],
  ['http://https://a.example.com', 'https://a.example.com'],
  ['htps://a.example.com', 'https://a.example.com'],
  ['http:/a.example.com', 'http://a.example.com'],
  ['https//a.example.com', 'https://a.example.com'],
  ['//a.example.com/x', 'https://a.example.com/x'],
  ['www.a.example.com', 'https://www.a.example.com'],
  ['https://8.8.8.8', 'https://8.8.8.8'],
  ['https://11.0.0.1', 'https://11.0.0.1'],
  ['https://10.example.com', 'https://10.example.com'],
  ['https://172.15.0.1', 'https://172.15.0.1'],
  ['https://172.32.0.1', 'https://172.32.0.1'],
  ['https://192.167.1.1', 'https://192.167.1.1'],
  ['https://[2606:4700::1111]', 'https://[2606:4700::1111]'],
  ['https://é.example/ü', 'https://xn--9ca.example/%C3%BC'],
  ['https://a%2Eexample.com/', 'https://a.example.com/'],
  ['https://a.example.com/%C3', 'https://a.example.com/%C3'],
  ['https://a.example.com.', 'https://a.example.com.'],
])('reads %j as %s', (written, url) => {
  expect(readWebURL(written)).toBe(url);
});

it.each([
  '//nohost',
  'www.a',
  'mailto:a@x.example',
  '#a',
  './b',
  'https://localhost',
  'https://intranet',
  'https://a.local',
  'https://a.internal',
  'https://x.lan',
  'https://0.0.0.0',
  'https://10.0.0.1',
  'https://127.0.0.1',
  'https://169.254.1.1',
  'https://172.16.0.1',
  'https://172.31.0.1',
  'https://192.168.1.1',
  'https://[::1]',
  'https://[fd00::1]',
  'https://[::ffff:10.0.0.1]',
])('reads no website from %s', (written) => {
  expect(readWebURL(written)).toBeNull();
});
