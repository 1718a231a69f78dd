/**
 * What visitors say to any agent. A line that ends in an ellipsis goes on with something of the agent's own
 * subject.
 */
export const PATTERNS: readonly string[] = `
yes | no | yes please | no thanks | no thank you | okay | ok | sure | right | exactly | maybe | of course | not really | i don't know | i think so
hello | hi | hey | hi there | hello there | good morning | good afternoon | good evening | how are you | how are you today | i'm fine thanks | nice to meet you
thanks | thank you | thank you very much | thanks a lot | great | great thanks | perfect | that's all | that's it | that's all thank you | that was helpful
goodbye | bye | bye bye | see you | see you later | have a nice day
who are you | what are you | what is your name | what's your name | are you a robot | are you a real person | are you human | what can you do | what can you do for me
can you help me | i need help | help | help me please | can you repeat that | could you repeat that please | say that again | sorry | pardon | excuse me | i didn't understand | i don't understand
stop | wait | wait a minute | one moment please | go on | go ahead | next | continue | never mind | forget it
can i talk to a person | can i speak to someone | i want to speak to a human | can i talk to a real person | how can i contact you | what is your phone number | what is your email address
what do you do | what do you offer | what do you sell | what does it cost | how much is it | how much does it cost | how does it work | how does that work | how long does it take | how long will it take | why is that
where are you | where are you located | where is that | what is that | what does that mean | when do you open | when do you close | when are you open | are you open today | are you open on sunday | are you open on saturday
what time is it | what time do you open | what time do you close | what are your opening hours | what are your hours | what is the price | what are the prices | what is the address | is it free | is there a discount
tell me more | tell me more about that | tell me more please | can you explain that | can you give me an example | show me | show me please | what else | anything else | nothing else
how do i start | how do i sign up | how do i get started | how do i cancel | how can i pay | how can i order | how can i book | can i cancel | can i pay by card | can i get a refund | can i return it
monday | tuesday | wednesday | thursday | friday | saturday | sunday | today | tomorrow | next week | in the morning | in the afternoon
one | two | three | four | five | six | seven | eight | nine | ten | zero | a hundred | the first one | the second one | the last one | both | none of them
what is … | what's … | what is the … | what's the … | what are … | what are the … | what are your … | what about … | what kind of … | what happens if i … | what do i need for … | what does … mean | what does … do
who is … | who is the … | who can … | where is … | where is the … | where are the … | where can i … | where can i find … | where do i … | when is … | when is the … | when can i … | when does the … | when do you …
why is … | why is the … | why do i need … | why do you … | how do i … | how do you … | how can i … | how can you … | how does … work | how does the … work | how much is … | how much is the … | how much does … cost | how much are the … | how many …
how many … do you have | how long is the … | how long does … take | how often do you … | how far is the … | do you … | do you have … | do you have a … | do you offer … | do you sell … | do you accept … | do you know … | do you ship to …
do i need … | do i need a … | do i have to … | does it … | does the … | does it have … | is there … | is there a … | is there any … | are there … | are there any … | is the … | is it … | is it possible to … | are you … | are the …
can i … | can i get … | can i get a … | can i have … | can i bring … | can i bring my … | can i use … | can you … | can you tell me … | can you tell me about … | can you tell me the … | can you show me … | can you explain … | can we …
could you … | could you tell me … | could i … | would you … | will you … | should i … | may i … | am i …
tell me about … | tell me about the … | tell me about your … | tell me … | show me … | show me the … | explain … | i want … | i want to … | i want to know … | i want to know about … | i'd like … | i'd like to … | i would like to …
i need … | i need a … | i need to … | i have … | i have a … | i have a question about … | i have a problem with … | i'm looking for … | i'm interested in … | i am … | i can't … | i don't have … | i lost my … | my … is broken | my … doesn't work
what if i … | which … | which … do you recommend | which … is the best | and … | and the … | but … | what's the difference between …
`
  .split(/[|\n]/)
  .map((line) => line.trim())
  .filter(Boolean);
