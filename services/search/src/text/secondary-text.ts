/** Starts of captions and of lists of references. */
const CAPTION =
  /^\W*(?:(?:figure|fig\.|table|plate|abbildung|abb\.|tabelle)\s*\d+[\w.]*\s*[:.–—-]|(?:image|illustration|photo|artwork|picture)(?: credits?)?(?: by|:))/iu;
const REFERENCES =
  /^\W*(?:see also|further reading|related(?: pages| articles| links)?|references|bibliography|sources|external links|siehe auch|literatur|quellen|weiter|voir aussi|véase también)\s*(?::|$)/iu;

/** Whether a passage names other text instead of stating facts: an image's alternative, a caption or a list of references. */
export const isSecondary = (
  { kind, text }: { kind: string; text: string },
  /** The nearest heading. */
  heading = '',
): boolean =>
  kind === 'image' ||
  CAPTION.test(text) ||
  (kind !== 'heading' && REFERENCES.test(text)) ||
  REFERENCES.test(heading);
