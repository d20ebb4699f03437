/** The code that every mail of the fake pool carries. */
export const CODE = '123456';
