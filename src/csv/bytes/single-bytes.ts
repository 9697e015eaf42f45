/**
 * The characters of the bytes from 0x80 in Windows-1252: Latin-1 except for the control characters; 0 for unused bytes.
 */
export const windows1252: readonly number[] = [
  0x20ac,
  0,
  0x201a,
  0x0192,
  0x201e,
  0x2026,
  0x2020,
  0x2021,
  0x02c6,
  0x2030,
  0x0160,
  0x2039,
  0x0152,
  0,
  0x017d,
  0,
  0,
  0x2018,
  0x2019,
  0x201c,
  0x201d,
  0x2022,
  0x2013,
  0x2014,
  0x02dc,
  0x2122,
  0x0161,
  0x203a,
  0x0153,
  0,
  0x017e,
  0x0178,
  ...Array.from({length: 96}, (_, at) => 0xa0 + at),
];

/** The characters of the bytes from 0x80 in cp850, which DOS programs wrote and `TextDecoder` lacks. */
export const cp850: readonly number[] = [
  ...'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐',
  ...'└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
].map(character => character.charCodeAt(0));
