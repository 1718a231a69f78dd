/** The 40 questions that `recognition.ts` asks with the embedded voices, and the texts for the word recovery. */
export const WORLDS = {
  // The text on which the weights of the word recovery were chosen.
  museum: {
    texts: [
      'Hello, I am Vera, your museum guide. Ask me about tickets, tours or the collection.',
      'Welcome to the Riverside Museum. Opening hours are 9:30 to 17:00 from Tuesday to Sunday. We are ' +
        'closed on Mondays. Tickets cost 12 euros for adults and 6 euros for children under fourteen. ' +
        'Families pay 25 euros. Entry is free on the first Thursday of each month.',
      'Parking is available behind the building, and the nearest tram stop is Harbour Square. ' +
        'Wheelchairs can be borrowed at the entrance. Dogs are not allowed, except for guide dogs. ' +
        'Lockers for bags and coats are free.',
      'Tickets can be refunded up to two days before the visit. To cancel an order, write to ' +
        'tickets@riverside.example with the booking number. Group tours with a guide must be booked one ' +
        'week ahead and take ninety minutes. Audio guides are available in English, German and French.',
      'The collection holds 1,400 paintings, sculptures and photographs. The most famous painting is ' +
        'The Ferryman by Johanna Lindqvist, painted in 1887. The café on the second floor serves lunch ' +
        'and cakes. The museum shop sells posters, books and postcards. Membership costs 60 euros a year ' +
        'and includes all exhibitions. Photography without flash is permitted.',
    ],
    questions: [
      'when is the museum open on tuesday',
      'how much are tickets for children',
      'are you closed on mondays',
      'where can i park my car',
      'is the entrance free on thursday',
      'can i bring my dog to the museum',
      'how do i cancel my order',
      'do you have audio guides in german',
      'who painted the ferryman',
      'is there a cafe in the building',
      'how long does a group tour take',
      'where can i leave my bags and my coat',
      'what does the membership include',
      'can i take photographs without flash',
      'does the shop sell postcards',
      'how do i get a refund for my ticket',
      'is there a wheelchair i could borrow',
      'which tram stop is near the museum',
      'how many paintings are in the collection',
      'good morning i would like to book a guided tour for next week',
    ],
  },
  // A text on which nothing was tuned.
  bicycles: {
    texts: [
      'Hi, I am Sam from Wheelhouse, the bicycle workshop. What can I do for you?',
      'We repair city bikes, mountain bikes and electric bikes. A basic inspection costs 45 dollars and ' +
        'is done within two days. Changing a flat tyre takes twenty minutes and costs 18 dollars ' +
        'including the tube.',
      'You can rent a bicycle for a day or a week. A helmet and a lock are included. Please bring an ' +
        'identity card. The deposit is 100 dollars and is paid back when the bicycle is returned ' +
        'undamaged.',
      'New batteries for electric bikes must be ordered and arrive after about ten days. The warranty ' +
        'on repairs is six months. We do not repair motor scooters.',
      'The workshop is on Mill Street next to the railway station. It opens at eight in the morning and ' +
        'closes at six in the evening, on Saturdays at one. Payment is by card or cash.',
    ],
    questions: [
      'how much is a basic inspection',
      'can you repair my electric bike',
      'how long does it take to change a tyre',
      'is a helmet included when i rent a bicycle',
      'what do i have to bring',
      'when do i get my deposit back',
      'how long is the warranty',
      'do you also repair scooters',
      'where is the workshop',
      'are you open on saturday afternoon',
      'can i pay with cash',
      'my battery is broken can you order a new one',
      'i would like to rent two bicycles for a week',
      'when does the workshop close in the evening',
      'is it far from the railway station',
      'what happens if the bicycle is damaged',
      'do you sell mountain bikes',
      'how many days does the inspection take',
      'thank you that is all i wanted to know',
      'could you tell me the price for a flat tyre',
    ],
  },
};
