import { withTimeout } from './with-timeout';

it('gives the outcome of work that ends in time', async () => {
  await expect(withTimeout(Promise.resolve('done'), 1000)).resolves.toBe('done');
  await expect(withTimeout(Promise.reject(new Error('refused')), 1000)).rejects.toThrow('refused');
});

it('rejects work that does not', async () => {
  await expect(withTimeout(new Promise(() => undefined), 5)).rejects.toThrow('within 5 ms');
});
