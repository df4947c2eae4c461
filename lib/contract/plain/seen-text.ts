/**
 * Invisible characters that a text needs: joiners and selectors of emoji, letters of flags, forms of Han and Mongolian letters, and joiners
 * between letters of scripts that have them. Each with the sign before it, because older browsers know no lookbehind.
 */
const NEEDED = [
  String.raw`[0-9#*]\uFE0F\u20E3`,
  String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F}`,
  String.raw`(?![0-9#*])\p{Emoji}\p{Emoji_Modifier}?[\uFE0E\uFE0F]?(?:\u200D(?=\p{Extended_Pictographic}))?`,
  String.raw`\p{Script=Han}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`\p{scx=Mongolian}[\u180B-\u180F]`,
  // After the sign that takes the vowel from a letter, where what follows is joined or not.
  String.raw`[\u094D\u09CD\u0D4D\u0DCA][\u200C\u200D]`,
  String.raw`(?![\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}])[\p{L}\p{M}][\u200C\u200D](?=\p{L})`,
].join('|');

const UNSEEN = new RegExp(String.raw`(${NEEDED})|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`, 'gu');

/** A text without invisible characters, and without those that reverse the direction of the text after them. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '$1');

/** Signs around a letter, and more marks on one than any script needs: they cover the lines beside the text. */
export const COVERING_SIGNS = String.raw`(?!\u20E3)\p{Me}|\p{M}{6}`;

/** Signs that look like the mark of a moderator or a verified account. */
const MARKS =
  /[\u221A\u2611\u2705\u2713\u2714\u237B\u{10102}\u{1F46E}\u{1F530}\u{1F5F8}\u{1F5F9}\u{1F6E1}\u{1FBB1}]\uFE0F?/gu;

/** A V in a circle or a box that is not part of a word of such letters. */
const ENCLOSED_V =
  /(?:^|[^\u24B6-\u24E9\u{1F110}-\u{1F189}])[\u24CB\u24E5\u{1F125}\u{1F145}\u{1F165}\u{1F185}](?![\u24B6-\u24E9\u{1F110}-\u{1F189}])/u;

export const hasMark = (text: string): boolean => text.search(MARKS) >= 0 || ENCLOSED_V.test(text);
export const withoutMarks = (text: string): string => text.replace(MARKS, '');
