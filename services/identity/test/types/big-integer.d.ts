declare module 'amazon-cognito-identity-js/lib/BigInteger' {
  class BigInteger {
    constructor(text: string, radix: number);
    toString(radix: number): string;
  }
  export { BigInteger as default };
}
