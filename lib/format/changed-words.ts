/** Two texts without what both begin and end with: only whole words are cut. Takes time in proportion to the texts. */
export function changedWords(before: string, after: string) {
  const [old, now] = [before.split(/(\s+)/), after.split(/(\s+)/)];
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const middle = (words: string[]) => words.slice(start, words.length - end).join('');
  return {
    start: old.slice(0, start).join(''),
    removed: middle(old),
    added: middle(now),
    end: old.slice(old.length - end).join(''),
  };
}
