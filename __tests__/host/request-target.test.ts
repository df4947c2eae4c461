import { dropRepeatedParameters } from '@/host/front';

it.each([
  ['/', '/'],
  ['/?', '/?'],
  ['/?tag=a', '/?tag=a'],
  ['/?tag=a&tag=b&q=c', '/?tag=a&q=c'],
  ['/?tag=a&t%61g=b', '/?tag=a'],
  ['/?tag&tag=b', '/?tag'],
  ['/?q=a?tag=b&q=%26tag=c', '/?q=a?tag=b'],
  ['/?a=%E0%A4&a=1', '/?a=%E0%A4'],
])('makes %s to %s', (target, expected) => {
  expect(dropRepeatedParameters(target)).toBe(expected);
});
