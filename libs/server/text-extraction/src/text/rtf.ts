import { hrefOfField } from '../passages/inlines';
import type { PassageWriter } from '../passages/passage-writer';
import { ExtractionError } from '../extraction-error';
import { initialState, RtfNotes, RtfText, type RtfState } from './rtf-text';
import { CHARSETS, decoded, SYMBOLS, INVISIBLE } from './rtf-words';

const MAX_DEPTH = 1000;
const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|[\r\n]+|[^\\{}\r\n]+/giy;

export function extractRtf(file: Buffer, writer: PassageWriter): void {
  new RtfReader(file, writer).read();
}

const TOGGLES: Record<string, 'bold' | 'italic' | 'strike' | 'hidden'> = {
  b: 'bold',
  i: 'italic',
  strike: 'strike',
  striked: 'strike',
  v: 'hidden',
};
/** Uses of the text of groups that are not shown. */
const TARGETS: Record<string, RtfState['into']> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  listtext: 'marker',
  pntext: 'marker',
};

class RtfReader {
  private state: RtfState;
  private readonly groups: RtfState[] = [];
  private codePage = 1252;
  private readonly charsets = new Map<number, number>();
  private readonly styleLevels = new Map<number, number>();
  /** Whether the open group is empty so far. */
  private isAtStart = false;
  private instruction = '';
  private imageData = '';
  private isPicture = false;
  /** Bytes that form one character with the next ones. */
  private bytes: number[] = [];
  private skipped = 0;
  /** First half of a surrogate pair. */
  private highSurrogate: number | undefined;

  private style: { number: number; name: string } = { number: 0, name: '' };
  private readonly notes = new RtfNotes();

  constructor(
    private readonly file: Buffer,
    private readonly writer: PassageWriter,
  ) {
    this.state = initialState(new RtfText(writer));
  }

  read(): void {
    const source = this.file.toString('latin1');
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < source.length) {
      const found = TOKEN.exec(source);
      if (!found) throw new ExtractionError('damaged');
      const [text, word, number, byte, sign, brace] = found;
      // `\*` marks a group that programs may skip.
      if (sign === '*' && this.isAtStart) this.state.isInvisible = true;
      if (!/^[\r\n]/.test(text)) this.isAtStart = false;
      if (brace === '{') this.open();
      else if (brace === '}') this.close();
      else if (byte !== undefined) this.byte(parseInt(byte, 16));
      else if (word !== undefined) {
        this.flushBytes();
        const value = number === undefined ? undefined : Number(number);
        if (word === 'bin' && value && value > 0) TOKEN.lastIndex += value;
        else this.word(word.toLowerCase(), value);
      } else if (sign !== undefined) this.sign(sign);
      else if (!/^[\r\n]/.test(text)) this.plain(text);
    }
    while (this.groups.length > 0) this.close();
    this.flushBytes();
    this.text.end();
    this.notes.addTo(this.writer);
  }

  private get text(): RtfText {
    return this.state.text;
  }

  private open(): void {
    this.flushBytes();
    if (this.groups.length > MAX_DEPTH) throw new ExtractionError('damaged');
    this.groups.push({ ...this.state });
    this.isAtStart = true;
  }

  private close(): void {
    this.flushBytes();
    const { into, text } = this.state;
    const before = this.groups.pop();
    if (into === 'picture' && before?.into !== 'picture') this.endPicture();
    if (before && before.text !== text) text.end();
    if (before) this.state = before;
  }

  private sign(sign: string): void {
    this.flushBytes();
    if (sign === '~') this.say(' ');
    else if (sign === '_') this.say('-');
    else if (sign === '\n' || sign === '\r') this.text.endParagraph();
    else if (sign === '\\' || sign === '{' || sign === '}') this.say(sign);
  }

  private byte(byte: number): void {
    if (this.skipped > 0) this.skipped--;
    else this.bytes.push(byte);
  }

  private flushBytes(): void {
    if (this.bytes.length === 0) return;
    const page = this.charsets.get(this.state.font) ?? this.codePage;
    const bytes = Uint8Array.from(this.bytes);
    this.bytes = [];
    this.say(decoded(bytes, page));
  }

  private plain(text: string): void {
    const skipped = Math.min(this.skipped, text.length);
    this.skipped -= skipped;
    const rest = text.slice(skipped);
    // In East Asian encodings the second byte of a character may look like a letter.
    if (this.bytes.length > 0) {
      const page = this.charsets.get(this.state.font) ?? this.codePage;
      if (page >= 932 && page <= 950 && this.bytes.length % 2 === 1 && rest !== '') {
        this.bytes.push(rest.charCodeAt(0));
        this.flushBytes();
        return this.plain(rest.slice(1));
      }
      this.flushBytes();
    }
    if (/[\x80-\xff]/.test(rest)) {
      this.bytes = [...Buffer.from(rest, 'latin1')];
      this.flushBytes();
    } else this.say(rest);
  }

  private word(word: string, value: number | undefined): void {
    const { state } = this;
    this.skipped = 0;
    if (INVISIBLE.has(word)) {
      state.isInvisible = true;
      state.into = TARGETS[word] ?? 'text';
      return;
    }
    if (Object.hasOwn(SYMBOLS, word)) return this.say(SYMBOLS[word]!);
    if (Object.hasOwn(TOGGLES, word)) {
      state[TOGGLES[word]!] = value !== 0;
      return;
    }
    switch (word) {
      case 'u':
        this.unicode((value ?? 0) < 0 ? value! + 0x1_0000 : (value ?? 0));
        this.skipped = state.skip;
        return;
      case 'uc':
        state.skip = Math.min(10, Math.max(0, value ?? 1));
        return;
      case 'ansicpg':
        this.codePage = value ?? 1252;
        return;
      case 'mac':
        this.codePage = 10000;
        return;
      case 'f':
        state.font = value ?? 0;
        return;
      case 'fcharset':
        if (state.into === 'fonts')
          this.charsets.set(state.font, CHARSETS[value ?? 0] ?? this.codePage);
        return;
      case 'plain':
        Object.assign(state, { bold: false, italic: false, strike: false, hidden: false });
        return;
      case 'pard':
        return this.text.reset();
      case 'outlinelevel':
        if (state.into === 'styles') this.styleLevels.set(this.style.number, value ?? 0);
        else if ((value ?? 9) < 9) this.text.level = Math.min(6, (value ?? 0) + 1);
        return;
      case 's':
        if (state.into === 'styles') this.style = { number: value ?? 0, name: '' };
        else this.text.level = this.levelOfStyle(value ?? 0);
        return;
      case 'ilvl':
        this.text.depth = Math.min(8, value ?? 0);
        return;
      case 'intbl':
        this.text.isInTable = true;
        return;
      case 'par':
      case 'sect':
      case 'page':
        return this.text.endParagraph();
      case 'cell':
      case 'nestcell':
        return this.text.endCell();
      case 'row':
      case 'nestrow':
        return this.text.endRow();
      case 'field':
        this.instruction = '';
        return;
      case 'fldinst':
        Object.assign(state, { isInvisible: true, into: 'instruction' });
        return;
      case 'fldrslt':
        state.href = hrefOfField(this.instruction);
        Object.assign(state, { isInvisible: false, into: 'text' });
        return;
      case 'shppict':
        state.isInvisible = false;
        return;
      case 'pict':
        state.into = 'picture';
        this.imageData = '';
        this.isPicture = false;
        return;
      case 'pngblip':
      case 'jpegblip':
        this.isPicture = true;
        return;
      case 'shptxt':
        Object.assign(state, { isInvisible: false, into: 'text' });
        return;
      case 'footnote': {
        const { number, text } = this.notes.footnote();
        this.text.add({ text: `[${number}]` });
        Object.assign(state, { isInvisible: false, into: 'text', text });
        return;
      }
      case 'annotation':
        Object.assign(state, { isInvisible: false, into: 'text', text: this.notes.comment() });
    }
  }

  private unicode(unit: number): void {
    const high = this.highSurrogate;
    this.highSurrogate = unit >= 0xd800 && unit < 0xdc00 ? unit : undefined;
    if (this.highSurrogate !== undefined) return;
    if (high !== undefined && unit >= 0xdc00 && unit < 0xe000)
      this.say(String.fromCharCode(high, unit));
    else this.say(unit > 0x10_ffff ? '\ufffd' : String.fromCodePoint(unit));
  }

  private levelOfStyle(number: number): number | undefined {
    const level = this.styleLevels.get(number);
    return level === undefined || level > 8 ? undefined : Math.min(6, level + 1);
  }

  private say(text: string): void {
    const { state } = this;
    if (state.into === 'instruction') this.instruction = (this.instruction + text).slice(0, 5000);
    else if (state.into === 'picture') this.imageData += text;
    else if (state.into === 'marker')
      this.text.marker = ((this.text.marker ?? '') + text).slice(0, 40);
    else if (state.into === 'styles') this.nameStyle(text);
    else if (!state.isInvisible && !state.hidden)
      this.text.add({
        text,
        ...(state.bold && { bold: true as const }),
        ...(state.italic && { italic: true as const }),
        ...(state.strike && { strike: true as const }),
        ...(state.href !== undefined && { href: state.href }),
      });
  }

  private nameStyle(text: string): void {
    this.style.name = (this.style.name + text).slice(0, 200);
    const level = /^\s*(?:heading|überschrift|titre) ?([1-9]);/i.exec(this.style.name)?.[1];
    if (level) this.styleLevels.set(this.style.number, Number(level) - 1);
    if (/^\s*title;/i.test(this.style.name)) this.styleLevels.set(this.style.number, 0);
  }

  private endPicture(): void {
    const bytes = this.isPicture
      ? Buffer.from(this.imageData.replace(/\s/g, ''), 'hex')
      : undefined;
    this.imageData = '';
    const image = bytes && this.writer.image(bytes);
    if (image !== undefined) this.text.addImage(image);
  }
}
