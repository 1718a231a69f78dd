/**
 * Answers of a model, each with a passage that has some of the same words. They were written before the rules of
 * `src/agent/knowledge/agreement.ts`. The first row of each passage was used to tune these rules, the second was
 * not.
 */
export interface Pair {
  passage: string;
  question: string;
  answer: string;
  agrees: boolean;
}

type Row = [answer: string, agrees: boolean];

const pairs = (passage: string, question: string, ...rows: Row[]): Pair[] =>
  rows.map(([answer, agrees]) => ({ passage, question, answer, agrees }));

export const PAIRS: readonly Pair[] = [
  ...pairs(
    'Opening hours. We are open from Tuesday to Sunday, 9:30 to 17:00. On Mondays the museum is closed.',
    'Can I come on Monday?',
    ['Yes, the museum is open on Mondays from 9:30 to 17:00.', false],
    ['Yes, we are open on Monday, so the museum is happy to see you.', false],
    ['No, the museum is closed on Mondays; we are open from Tuesday to Sunday.', true],
    ['I am sorry, on Mondays the museum is not open.', true],
    ['The museum is open from 9:30 am to 5 pm, Tuesday to Sunday.', true],
    ['The museum is open Tuesday to Sunday from half past nine; it closes at 5 pm.', true],
    ['We are open from 8:00 to 17:00 from Tuesday to Sunday.', false],
    ['The museum is open until 6 pm from Tuesday to Sunday.', false],
  ),
  ...pairs(
    'Parking. There is free parking for 40 cars behind the building. Coaches cannot park there.',
    'Where can I park?',
    ['You can park for free behind the building, there is room for 40 cars.', true],
    ['There is free parking behind the building.', true],
    ['Parking behind the building costs 5 euros for cars.', false],
    ['There are 60 parking spaces for cars behind the building.', false],
    ['Yes, coaches can park behind the building.', false],
    ['Coaches are welcome to use the parking behind the building.', false],
    ['Parking there is not possible for coaches.', true],
    ['No, coaches cannot use the parking behind the building.', true],
  ),
  ...pairs(
    'Photography: Photographs without a flash are permitted. Tripods are not allowed in the galleries.',
    'May I take pictures?',
    ['Photographs are permitted as long as you do not use a flash.', true],
    ['Yes, photographs are permitted, but without a flash.', true],
    ['No, photographs are not permitted in the museum.', false],
    ['Photographs are forbidden in the galleries.', false],
    ['You may bring a tripod, tripods are allowed in the galleries.', false],
    ['Tripods are permitted in all galleries.', false],
  ),
  ...pairs(
    'Warranty. The electric bike has a warranty of five years on the frame and two years on the battery.',
    'How long is the warranty?',
    ['The frame has a warranty of 5 years, the battery of 2 years.', true],
    ['You get a five year warranty on the frame.', true],
    ['The warranty on the battery is ten years.', false],
    ['The frame of the electric bike has a warranty of three years.', false],
  ),
  ...pairs(
    'Dogs. Dogs are welcome in the garden. In the restaurant and in the pool no animals are allowed.',
    'Can I bring my dog?',
    ['Dogs are welcome in the garden, but not in the restaurant.', true],
    ['Yes, your dog is welcome in our garden.', true],
    ['Dogs are allowed in the pool.', false],
    ['Animals are allowed in the restaurant and the pool.', false],
    ['Dogs are not welcome in the garden.', false],
    ['We do not allow dogs in the garden.', false],
  ),
  ...pairs(
    'Cancellation: You may cancel up to 24 hours before your appointment free of charge. ' +
      'After that we charge 30 euros.',
    'What if I cancel?',
    ['You can cancel free of charge up to 24 hours before the appointment.', true],
    ['Cancelling is free until 24 hours before, afterwards we charge 30 euros.', true],
    ['You can cancel free of charge up to 48 hours before your appointment.', false],
    ['If you cancel late, we charge 50 euros.', false],
    ['You cannot cancel your appointment free of charge.', false],
    ['There is no charge at all if you cancel after that.', false],
  ),
  ...pairs(
    'Breakfast is served from 7 to 10:30 on weekdays and from 8 to 11 at weekends. ' +
      'It is not included in the price.',
    'When is breakfast?',
    ['Breakfast is served from 7 to 10:30 on weekdays and 8 to 11 on weekends.', true],
    ['On weekdays breakfast is served between seven and half past ten.', true],
    ['Breakfast is included in the price.', false],
    ['Your breakfast is of course included in the room price.', false],
    ['Breakfast is served from 6 on weekdays.', false],
    ['At weekends breakfast is served until noon.', false],
    ['Breakfast is not included in the price.', true],
    ['No, breakfast is not part of the price.', true],
  ),
  ...pairs(
    'Öffnungszeiten: Montags ist die Praxis geschlossen. Dienstag bis Freitag von 8 bis 12 Uhr.',
    'Haben Sie am Montag offen?',
    ['Ja, die Praxis ist montags geöffnet.', false],
    ['Die Praxis ist am Montag von 8 bis 12 Uhr geöffnet.', false],
    ['Nein, montags ist die Praxis geschlossen.', true],
    ['Die Praxis ist dienstags bis freitags von 8 bis 12 Uhr geöffnet.', true],
  ),
];

/** Pairs that are newer than the rules: the test asserts how many of them the rules judge as a person does. */
export const UNSEEN: readonly Pair[] = [
  ...pairs(
    'Lessons. Children from the age of four can join. Lessons last 45 minutes and cost 18 euros. ' +
      'There are no lessons in August.',
    'Tell me about lessons',
    ['Children can join from the age of 4.', true],
    ['Children can join from the age of three.', false],
    ['A lesson lasts 45 minutes and costs 18 euros.', true],
    ['Lessons last an hour and cost 18 euros.', false],
    ['Yes, we have lessons in August.', false],
    ['We do not have lessons in August.', true],
  ),
  ...pairs(
    'Returns. You can return goods within 30 days if they are unused. ' +
      'Sale items cannot be returned. Shipping is free from 50 euros.',
    'Can I return it?',
    ['You can return goods within 30 days as long as they are unused.', true],
    ['You have two weeks, or 14 days, to return goods.', false],
    ['Sale items can be returned within 30 days.', false],
    ['Unfortunately, sale items cannot be returned.', true],
    ['Shipping is free for orders over 50 euros.', true],
    ['We never charge for shipping.', false],
  ),
  ...pairs(
    'The pool is heated and open daily from 6 am to 10 pm. Children under 12 must not swim alone. ' +
      'Towels are free for guests.',
    'Is there a pool?',
    ['Yes, our heated pool is open every day from 6 am to 10 pm.', true],
    ['The pool is closed on Sundays.', false],
    ['Children under 12 may swim alone.', false],
    ['Children under twelve are not allowed to swim alone.', true],
    ['The pool is not heated.', false],
    ['Towels cost 3 euros.', false],
    ['Guests get towels for free.', true],
    ['The pool is open from 6:00 to 22:00.', true],
  ),
];
