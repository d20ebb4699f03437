/** Starts of questions whose answer is a number, in English and German. */
const ASKS_FOR_NUMBER =
  /^\W*(how (many|much|long|far|old|deep|tall|high|big|large|wide|thick|often|heavy|fast)|wie ?(viele?|lange|weit|alt|tief|hoch|groß|breit|dick|oft|schwer|schnell))\b/iu;
const NUMBER =
  /\p{N}|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|twice|half|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dutzend|hundert|tausend|halbe?[nrs]?)\b/iu;

export const asksForNumber = (question: string): boolean => ASKS_FOR_NUMBER.test(question);

/** Whether a text contains digits or a number word. */
export const hasNumber = (text: string): boolean => NUMBER.test(text);
