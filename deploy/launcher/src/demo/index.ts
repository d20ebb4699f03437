export { productClient } from './product-client';
export { newPerson, signUp, type Place } from './sign-up';
export { PoolRefusal, poolOf, type Person } from './user-pool-client';
