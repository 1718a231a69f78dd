/** What the documents' mind says besides quotes, and what is said in the place of an answer that a guardrail forbids, in every language of the elements. */
import { sentenceLanguage } from './built-in-sentences.ts';

/** The sentences of a language, in this order. `{name}` is the PAL's name, `{topics}` a list of topics. */
const ORDER = ['hello', 'welcome', 'goodbye', 'whoIAm', 'nothingSaid', 'notFound', 'canTell', 'refusal', 'retraction', 'notSure', 'person', 'sorry'] as const;
export type DocumentSentences = Record<(typeof ORDER)[number], string>;

/** As many as there are words. */
type Lines<Words extends readonly unknown[]> = { readonly [Word in keyof Words]: string };

const SENTENCES: Record<string, Lines<typeof ORDER>> = {
  en: ['Hello!', 'You are welcome. Is there anything else?', 'Goodbye, and thank you for talking with me. You can leave the call whenever you like.', 'I am {name}, an AI. There is no person here. I answer from documents I was given.',
    'I have not said anything yet.', 'I did not find that in my documents.', 'I can tell you about {topics}.', 'I am not able to talk about that.', 'Sorry, I should not go on with that.',
    'I am not sure I have that. The nearest I can tell you about is: {topics}.', 'I am an AI and cannot put you through to a person.', 'I am sorry that I was no help. Please ask me in other words.'],
  ar: ['مرحبًا!', 'على الرحب والسعة. هل يمكنني مساعدتك في شيء آخر؟', 'إلى اللقاء، وشكرًا على الحديث معي. يمكنك مغادرة المكالمة متى شئت.', 'أنا {name}، ذكاء اصطناعي. لا يوجد شخص هنا. أجيب من المستندات التي أُعطيت لي.',
    'لم أقل شيئًا بعد.', 'لم أجد ذلك في مستنداتي.', 'يمكنني أن أخبرك عن {topics}.', 'لا يمكنني التحدث عن ذلك.', 'عذرًا، لا ينبغي أن أواصل ذلك.',
    'لست متأكدًا من أن لدي ذلك. أقرب ما يمكنني إخبارك عنه: {topics}.', 'أنا ذكاء اصطناعي ولا يمكنني تحويلك إلى شخص.', 'عذرًا، لم يكن ذلك مفيدًا. يُرجى السؤال بكلمات أخرى.'],
  bg: ['Здравейте!', 'Няма защо. Мога ли да помогна с още нещо?', 'Довиждане и благодаря за разговора. Можете да го напуснете, когато пожелаете.', 'Аз съм {name}, изкуствен интелект. Тук няма човек. Отговарям по документи, които са ми дадени.',
    'Още нищо не е казано от моя страна.', 'Не намерих това в документите си.', 'Мога да ви разкажа за {topics}.', 'Не мога да говоря за това.', 'Съжалявам, не бива да продължавам с това.',
    'Не е сигурно, че имам това. Най-близкото, за което мога да ви разкажа: {topics}.', 'Аз съм изкуствен интелект и не мога да ви свържа с човек.', 'Съжалявам, че не можах да помогна. Моля, попитайте с други думи.'],
  cs: ['Dobrý den!', 'Není zač. Mohu vám ještě s něčím pomoci?', 'Na shledanou a děkuji za rozhovor. Hovor můžete kdykoli opustit.', 'Jsem {name}, umělá inteligence. Není tu žádný člověk. Odpovídám podle dokumentů, které mám k dispozici.',
    'Zatím ode mě nic nezaznělo.', 'V mých dokumentech to není.', 'Mohu vám říci něco o tématech: {topics}.', 'O tom mluvit nemohu.', 'Promiňte, v tom nemohu pokračovat.',
    'Nevím jistě, jestli to mám. Nejblíže tomu jsou témata: {topics}.', 'Jsem umělá inteligence a s člověkem vás spojit nemohu.', 'Mrzí mě, že to nepomohlo. Zeptejte se prosím jinými slovy.'],
  da: ['Hej!', 'Selv tak. Er der andet, jeg kan hjælpe med?', 'Farvel, og tak for snakken. Du kan forlade opkaldet, når du vil.', 'Jeg er {name}, en AI. Der er ikke et menneske her. Jeg svarer ud fra dokumenter, jeg har fået.',
    'Jeg har ikke sagt noget endnu.', 'Det fandt jeg ikke i mine dokumenter.', 'Jeg kan fortælle om {topics}.', 'Det kan jeg ikke tale om.', 'Undskyld, det bør jeg ikke fortsætte med.',
    'Jeg er ikke sikker på, at jeg har det. Det nærmeste, jeg kan fortælle om, er: {topics}.', 'Jeg er en AI og kan ikke stille dig om til et menneske.', 'Beklager, at jeg ikke kunne hjælpe. Spørg gerne med andre ord.'],
  de: ['Guten Tag!', 'Gern geschehen. Kann ich sonst noch etwas für Sie tun?', 'Auf Wiedersehen, und danke für das Gespräch. Sie können es jederzeit verlassen.', 'Ich bin {name}, eine KI. Hier ist kein Mensch. Ich antworte anhand von Dokumenten, die man mir gegeben hat.',
    'Ich habe noch nichts gesagt.', 'Das habe ich in meinen Dokumenten nicht gefunden.', 'Ich kann Ihnen etwas zu {topics} sagen.', 'Darüber kann ich nicht sprechen.', 'Entschuldigung, das sollte ich nicht weiter ausführen.',
    'Ich bin nicht sicher, ob ich das habe. Am nächsten kommt, was ich hierzu weiß: {topics}.', 'Ich bin eine KI und kann Sie nicht mit einem Menschen verbinden.', 'Es tut mir leid, dass ich nicht helfen konnte. Bitte fragen Sie mit anderen Worten.'],
  el: ['Γεια σας!', 'Παρακαλώ. Μπορώ να βοηθήσω σε κάτι άλλο;', 'Αντίο, και ευχαριστώ για τη συζήτηση. Μπορείτε να αποχωρήσετε όποτε θέλετε.', 'Με λένε {name} και είμαι τεχνητή νοημοσύνη. Δεν υπάρχει άνθρωπος εδώ. Απαντώ με βάση έγγραφα που μου δόθηκαν.',
    'Δεν έχω πει τίποτα ακόμα.', 'Δεν το βρήκα στα έγγραφά μου.', 'Μπορώ να σας μιλήσω για: {topics}.', 'Δεν μπορώ να μιλήσω γι\' αυτό.', 'Συγγνώμη, δεν πρέπει να συνεχίσω με αυτό.',
    'Δεν είναι βέβαιο ότι το έχω. Το πιο κοντινό για το οποίο μπορώ να σας μιλήσω: {topics}.', 'Είμαι τεχνητή νοημοσύνη και δεν μπορώ να σας συνδέσω με άνθρωπο.', 'Λυπάμαι που δεν βοήθησα. Ρωτήστε με άλλα λόγια, παρακαλώ.'],
  es: ['¡Hola!', 'De nada. ¿Puedo ayudarle en algo más?', 'Adiós, y gracias por hablar conmigo. Puede salir de la llamada cuando quiera.', 'Soy {name}, una IA. Aquí no hay ninguna persona. Respondo a partir de documentos que me han dado.',
    'Todavía no he dicho nada.', 'No he encontrado eso en mis documentos.', 'Puedo hablarle de {topics}.', 'No puedo hablar de eso.', 'Perdone, no debería seguir con eso.',
    'No es seguro que tenga eso. Lo más cercano de lo que puedo hablarle: {topics}.', 'Soy una IA y no puedo pasarle con una persona.', 'Siento no haberle ayudado. Pregúntemelo con otras palabras, por favor.'],
  fa: ['سلام!', 'خواهش می‌کنم. کمک دیگری از من برمی‌آید؟', 'خداحافظ، و سپاس از گفت‌وگو با من. هر زمان که بخواهید می‌توانید تماس را ترک کنید.', 'من {name} هستم، یک هوش مصنوعی. اینجا انسانی نیست. من از روی سندهایی که به من داده شده پاسخ می‌دهم.',
    'هنوز چیزی نگفته‌ام.', 'آن را در سندهایم پیدا نکردم.', 'می‌توانم دربارهٔ {topics} به شما بگویم.', 'نمی‌توانم دربارهٔ آن صحبت کنم.', 'ببخشید، نباید آن را ادامه دهم.',
    'مطمئن نیستم که آن را داشته باشم. نزدیک‌ترین موضوعی که می‌توانم بگویم: {topics}.', 'من یک هوش مصنوعی هستم و نمی‌توانم شما را به انسانی وصل کنم.', 'متأسفم که کمکی نکردم. لطفاً با واژه‌های دیگری بپرسید.'],
  fi: ['Hei!', 'Ole hyvä. Voinko auttaa vielä jossain?', 'Näkemiin, ja kiitos keskustelusta. Voit poistua puhelusta milloin haluat.', 'Olen {name}, tekoäly. Täällä ei ole ihmistä. Vastaan minulle annettujen asiakirjojen pohjalta.',
    'En ole vielä sanonut mitään.', 'En löytänyt sitä asiakirjoistani.', 'Voin kertoa näistä aiheista: {topics}.', 'En voi puhua siitä.', 'Anteeksi, minun ei pitäisi jatkaa tätä.',
    'En ole varma, onko minulla sitä. Lähimpänä ovat nämä aiheet: {topics}.', 'Olen tekoäly, enkä voi yhdistää sinua ihmiselle.', 'Olen pahoillani, ettei minusta ollut apua. Kysy toisin sanoin.'],
  fr: ['Bonjour !', 'Je vous en prie. Puis-je vous aider pour autre chose ?', 'Au revoir, et merci pour cette conversation. Vous pouvez quitter l\'appel quand vous voulez.', 'Je suis {name}, une IA. Il n\'y a pas d\'humain ici. Je réponds à partir de documents qui m\'ont été fournis.',
    'Je n\'ai encore rien dit.', 'Je n\'ai pas trouvé cela dans mes documents.', 'Je peux vous parler de : {topics}.', 'Je ne peux pas en parler.', 'Pardon, je ne devrais pas continuer sur ce sujet.',
    'Il n\'est pas sûr que je l\'aie. Ce que je connais de plus proche : {topics}.', 'Je suis une IA et je ne peux pas vous passer une personne.', 'Je regrette de ne pas avoir pu aider. Demandez-le en d\'autres mots, s\'il vous plaît.'],
  he: ['שלום!', 'בשמחה. אפשר לעזור בעוד משהו?', 'להתראות, ותודה על השיחה. אפשר לעזוב את השיחה בכל רגע.', 'אני {name}, בינה מלאכותית. אין כאן אדם. התשובות שלי מבוססות על מסמכים שניתנו לי.',
    'עוד לא אמרתי דבר.', 'לא מצאתי את זה במסמכים שלי.', 'אפשר לשאול אותי על {topics}.', 'אין לי אפשרות לדבר על זה.', 'סליחה, אסור לי להמשיך בזה.',
    'לא בטוח שיש לי את זה. הכי קרוב שאפשר לספר עליו: {topics}.', 'אני בינה מלאכותית, ואין לי אפשרות להעביר לאדם.', 'סליחה שלא הועלתי. נא לשאול במילים אחרות.'],
  hi: ['नमस्ते!', 'कोई बात नहीं। क्या आप कुछ और जानना चाहेंगे?', 'फिर मिलेंगे, और मुझसे बात करने के लिए धन्यवाद। आप जब चाहें कॉल छोड़ सकते हैं।', 'मैं {name} हूँ, एक एआई। यहाँ कोई व्यक्ति नहीं है। मुझे दिए गए दस्तावेज़ों से मेरे उत्तर आते हैं।',
    'मैंने अभी तक कुछ नहीं कहा है।', 'यह मुझे अपने दस्तावेज़ों में नहीं मिला।', 'आप मुझसे इन विषयों के बारे में पूछ सकते हैं: {topics}।', 'इस बारे में बात करना मेरे लिए संभव नहीं है।', 'माफ़ कीजिए, मुझे इसे आगे नहीं बढ़ाना चाहिए।',
    'यह पक्का नहीं कि मेरे पास इसका उत्तर है। सबसे नज़दीकी विषय ये हैं: {topics}।', 'मैं एक एआई हूँ, और किसी व्यक्ति से आपकी बात कराना मेरे लिए संभव नहीं है।', 'खेद है कि इससे मदद नहीं मिली। कृपया दूसरे शब्दों में पूछिए।'],
  hr: ['Dobar dan!', 'Nema na čemu. Mogu li vam još nekako pomoći?', 'Doviđenja i hvala na razgovoru. Poziv možete napustiti kad god želite.', 'Ja sam {name}, umjetna inteligencija. Ovdje nema čovjeka. Odgovaram na temelju dokumenata koji su mi dani.',
    'S moje strane još ništa nije rečeno.', 'Toga nema u mojim dokumentima.', 'Mogu vam reći nešto o ovim temama: {topics}.', 'O tome ne mogu govoriti.', 'Oprostite, s time ne mogu nastaviti.',
    'Nije sigurno da to imam. Najbliže što vam mogu reći: {topics}.', 'Ja sam umjetna inteligencija i ne mogu vas spojiti s čovjekom.', 'Žao mi je što to nije pomoglo. Pitajte drugim riječima, molim vas.'],
  hu: ['Üdvözlöm!', 'Szívesen. Segíthetek még valamiben?', 'Viszontlátásra, és köszönöm a beszélgetést. Bármikor kiléphet a hívásból.', '{name} vagyok, egy mesterséges intelligencia. Itt nincs ember. A kapott dokumentumok alapján válaszolok.',
    'Még nem mondtam semmit.', 'Ezt nem találtam meg a dokumentumaimban.', 'Ezekről tudok beszélni: {topics}.', 'Erről nem beszélhetek.', 'Elnézést, ezt nem folytathatom.',
    'Nem biztos, hogy ezt tudom. A legközelebbi témák: {topics}.', 'Mesterséges intelligencia vagyok, emberhez nem tudom kapcsolni.', 'Sajnálom, hogy nem segítettem. Kérem, kérdezze meg más szavakkal.'],
  id: ['Halo!', 'Sama-sama. Ada lagi yang bisa saya bantu?', 'Sampai jumpa, dan terima kasih sudah berbicara dengan saya. Anda bisa keluar dari panggilan kapan saja.', 'Saya {name}, sebuah AI. Tidak ada manusia di sini. Saya menjawab dari dokumen yang diberikan kepada saya.',
    'Saya belum mengatakan apa pun.', 'Saya tidak menemukannya di dokumen saya.', 'Saya bisa bercerita tentang {topics}.', 'Saya tidak bisa membicarakan hal itu.', 'Maaf, saya tidak boleh melanjutkan hal itu.',
    'Saya tidak yakin memilikinya. Yang paling dekat yang bisa saya ceritakan: {topics}.', 'Saya sebuah AI dan tidak bisa menyambungkan Anda ke seseorang.', 'Maaf, saya belum membantu. Silakan tanyakan dengan kata lain.'],
  it: ['Salve!', 'Prego. Posso aiutarla in altro?', 'Arrivederci, e grazie per aver parlato con me. Può lasciare la chiamata quando vuole.', 'Sono {name}, un\'IA. Qui non c\'è nessuna persona. Rispondo in base ai documenti che mi sono stati dati.',
    'Non ho ancora detto nulla.', 'Non l\'ho trovato nei miei documenti.', 'Posso parlarle di {topics}.', 'Non posso parlarne.', 'Mi scusi, non dovrei proseguire su questo.',
    'Non è sicuro che io abbia questa risposta. Gli argomenti più vicini sono: {topics}.', 'Sono un\'IA e non posso passarle una persona.', 'Mi dispiace di non aver aiutato. Me lo chieda con altre parole, per favore.'],
  ja: ['こんにちは！', 'どういたしまして。ほかにご質問はありますか？', 'お話しいただきありがとうございました。通話はいつでも終了できます。それでは、失礼いたします。', '私は{name}、AIです。ここに人間はいません。与えられた文書をもとにお答えします。',
    'まだ何も話していません。', 'それは私の文書には見つかりませんでした。', '{topics}についてお答えできます。', 'それについてはお話しできません。', '申し訳ありませんが、その話は続けられません。',
    'それが文書にあるか確かではありません。近い内容は{topics}です。', '私はAIのため、人にお繋ぎすることはできません。', 'お役に立てず申し訳ありません。別の言い方でお尋ねください。'],
  ko: ['안녕하세요!', '별말씀을요. 더 필요하신 것이 있나요?', '안녕히 가세요. 대화해 주셔서 감사합니다. 언제든지 통화를 종료하실 수 있습니다.', '저는 {name}, 인공지능입니다. 여기에는 사람이 없습니다. 제공받은 문서를 바탕으로 답변합니다.',
    '아직 아무 말도 하지 않았습니다.', '제 문서에서 찾지 못했습니다.', '다음에 대해 말씀드릴 수 있습니다: {topics}.', '그것에 대해서는 말씀드릴 수 없습니다.', '죄송합니다. 그 이야기는 계속할 수 없습니다.',
    '그 내용이 있는지 확실하지 않습니다. 가장 가까운 주제는 다음과 같습니다: {topics}.', '저는 인공지능이라 사람에게 연결해 드릴 수 없습니다.', '도움이 되지 못해 죄송합니다. 다른 말로 물어봐 주세요.'],
  nb: ['Hei!', 'Bare hyggelig. Er det noe mer jeg kan hjelpe med?', 'Ha det, og takk for praten. Du kan forlate samtalen når du vil.', 'Jeg er {name}, en KI. Det er ikke noe menneske her. Jeg svarer ut fra dokumenter jeg har fått.',
    'Jeg har ikke sagt noe ennå.', 'Det fant jeg ikke i dokumentene mine.', 'Jeg kan fortelle om {topics}.', 'Det kan jeg ikke snakke om.', 'Beklager, det bør jeg ikke fortsette med.',
    'Jeg er ikke sikker på at jeg har det. Det nærmeste jeg kan fortelle om, er: {topics}.', 'Jeg er en KI og kan ikke sette deg over til et menneske.', 'Beklager at jeg ikke kunne hjelpe. Spør gjerne med andre ord.'],
  nl: ['Hallo!', 'Graag gedaan. Kan ik nog iets voor u doen?', 'Tot ziens, en bedankt voor het gesprek. U kunt het gesprek verlaten wanneer u wilt.', 'Ik ben {name}, een AI. Er is hier geen mens. Ik antwoord op basis van documenten die ik heb gekregen.',
    'Ik heb nog niets gezegd.', 'Dat heb ik niet in mijn documenten gevonden.', 'Ik kan u vertellen over {topics}.', 'Daar kan ik niet over praten.', 'Sorry, daar kan ik beter niet mee doorgaan.',
    'Ik weet niet zeker of ik dat heb. Het dichtst in de buurt komt: {topics}.', 'Ik ben een AI en kan u niet met een mens doorverbinden.', 'Het spijt me dat ik niet kon helpen. Vraag het alstublieft in andere woorden.'],
  pl: ['Dzień dobry!', 'Proszę bardzo. Czy mogę jeszcze w czymś pomóc?', 'Do widzenia i dziękuję za rozmowę. Możesz się rozłączyć w każdej chwili.', 'Jestem {name}, sztuczna inteligencja. Nie ma tu człowieka. Odpowiadam na podstawie przekazanych mi dokumentów.',
    'Nic jeszcze nie padło z mojej strony.', 'Nie ma tego w moich dokumentach.', 'Mogę opowiedzieć na tematy: {topics}.', 'Nie mogę o tym rozmawiać.', 'Przepraszam, nie powinno się tego kontynuować.',
    'Nie ma pewności, że to mam. Najbliższe tematy to: {topics}.', 'Jestem sztuczną inteligencją i nie mogę połączyć z człowiekiem.', 'Przykro mi, że to nie pomogło. Proszę zapytać innymi słowami.'],
  pt: ['Olá!', 'De nada. Posso ajudar em mais alguma coisa?', 'Até logo, e agradeço a conversa. Você pode sair da chamada quando quiser.', 'Eu sou {name}, uma IA. Não há nenhuma pessoa aqui. Respondo com base em documentos que recebi.',
    'Eu ainda não disse nada.', 'Não encontrei isso em meus documentos.', 'Posso falar sobre {topics}.', 'Não posso falar sobre isso.', 'Desculpe, não devo continuar com isso.',
    'Não é certo que eu tenha isso. O mais próximo de que posso falar: {topics}.', 'Sou uma IA e não posso transferir você para uma pessoa.', 'Sinto não ter ajudado. Pergunte com outras palavras, por favor.'],
  ro: ['Bună ziua!', 'Cu plăcere. Vă mai pot ajuta cu ceva?', 'La revedere și vă mulțumesc pentru conversație. Puteți părăsi apelul oricând doriți.', 'Sunt {name}, o inteligență artificială. Aici nu este nicio persoană. Răspund pe baza documentelor care mi-au fost date.',
    'Nu am spus încă nimic.', 'Nu am găsit asta în documentele mele.', 'Vă pot vorbi despre {topics}.', 'Nu pot vorbi despre asta.', 'Îmi pare rău, nu ar trebui să continui cu asta.',
    'Nu este sigur că am acest lucru. Cele mai apropiate subiecte sunt: {topics}.', 'Sunt o inteligență artificială și nu vă pot face legătura cu o persoană.', 'Îmi pare rău că nu am fost de ajutor. Vă rog să întrebați cu alte cuvinte.'],
  ru: ['Здравствуйте!', 'Пожалуйста. Могу ли я ещё чем-нибудь помочь?', 'До свидания и спасибо за разговор. Вы можете выйти из звонка в любое время.', 'Я {name}, искусственный интеллект. Человека здесь нет. Я отвечаю по документам, которые мне дали.',
    'С моей стороны пока ничего не было сказано.', 'В моих документах этого нет.', 'Я могу рассказать на такие темы: {topics}.', 'Об этом я говорить не могу.', 'Извините, мне не следует это продолжать.',
    'Точно ли это у меня есть, сказать не могу. Ближе всего эти темы: {topics}.', 'Я ИИ и не могу соединить вас с человеком.', 'Жаль, что это не помогло. Спросите, пожалуйста, другими словами.'],
  sk: ['Dobrý deň!', 'Nie je za čo. Môžem vám ešte s niečím pomôcť?', 'Dovidenia a ďakujem za rozhovor. Hovor môžete kedykoľvek opustiť.', 'Som {name}, umelá inteligencia. Nie je tu žiadny človek. Odpovedám podľa dokumentov, ktoré mám k dispozícii.',
    'Zatiaľ odo mňa nič nezaznelo.', 'V mojich dokumentoch to nie je.', 'Môžem vám povedať niečo k témam: {topics}.', 'O tom hovoriť nemôžem.', 'Prepáčte, v tom nemôžem pokračovať.',
    'Nie je isté, že to mám. Najbližšie témy sú: {topics}.', 'Som umelá inteligencia a s človekom vás spojiť nemôžem.', 'Mrzí ma, že to nepomohlo. Opýtajte sa, prosím, inými slovami.'],
  sl: ['Pozdravljeni!', 'Ni za kaj. Vam lahko še kako pomagam?', 'Na svidenje in hvala za pogovor. Klic lahko zapustite kadar koli.', 'Sem {name}, umetna inteligenca. Tukaj ni človeka. Odgovarjam na podlagi dokumentov, ki so mi bili dani.',
    'Z moje strane še ni bilo nič rečeno.', 'Tega v mojih dokumentih ni.', 'Lahko vam povem kaj o temah: {topics}.', 'O tem ne morem govoriti.', 'Oprostite, s tem ne smem nadaljevati.',
    'Ni gotovo, da to imam. Najbližje teme so: {topics}.', 'Sem umetna inteligenca in vas ne morem povezati s človekom.', 'Žal mi je, da to ni pomagalo. Prosim, vprašajte z drugimi besedami.'],
  sv: ['Hej!', 'Varsågod. Är det något mer jag kan hjälpa till med?', 'Hej då, och tack för samtalet. Du kan lämna det när du vill.', 'Jag är {name}, en AI. Här finns ingen människa. Jag svarar utifrån dokument som jag har fått.',
    'Jag har inte sagt något än.', 'Det hittade jag inte i mina dokument.', 'Jag kan berätta om {topics}.', 'Det kan jag inte prata om.', 'Förlåt, det bör jag inte fortsätta med.',
    'Jag är inte säker på att jag har det. Det närmaste jag kan berätta om är: {topics}.', 'Jag är en AI och kan inte koppla dig till en människa.', 'Jag beklagar att jag inte kunde hjälpa. Fråga gärna med andra ord.'],
  tr: ['Merhaba!', 'Rica ederim. Yardımcı olabileceğim başka bir şey var mı?', 'Hoşça kalın, benimle konuştuğunuz için teşekkürler. Görüşmeden istediğiniz zaman ayrılabilirsiniz.', 'Ben {name}, bir yapay zekâyım. Burada bir insan yok. Bana verilen belgelere dayanarak yanıt veriyorum.',
    'Henüz bir şey söylemedim.', 'Bunu belgelerimde bulamadım.', 'Size şu konularda bilgi verebilirim: {topics}.', 'Bu konuda konuşamam.', 'Üzgünüm, buna devam etmemeliyim.',
    'Bunun bende olduğundan emin değilim. Anlatabileceğim en yakın konular: {topics}.', 'Ben bir yapay zekâyım ve sizi bir insana bağlayamam.', 'Yardımcı olamadığım için üzgünüm. Lütfen başka sözcüklerle sorun.'],
  uk: ['Вітаю!', 'Будь ласка. Чи можу ще чимось допомогти?', 'До побачення і дякую за розмову. Ви можете вийти з дзвінка будь-коли.', 'Я {name}, штучний інтелект. Людини тут немає. Я відповідаю на основі документів, які мені надали.',
    'З мого боку ще нічого не було сказано.', 'У моїх документах цього немає.', 'Я можу розповісти на такі теми: {topics}.', 'Я не можу про це говорити.', 'Вибачте, мені не слід це продовжувати.',
    'Не певно, що в мене це є. Найближчі теми: {topics}.', 'Я штучний інтелект і не можу з\'єднати вас із людиною.', 'Шкода, що це не допомогло. Запитайте, будь ласка, іншими словами.'],
  ur: ['السلام علیکم!', 'کوئی بات نہیں۔ کیا آپ کچھ اور جاننا چاہیں گے؟', 'خدا حافظ، اور مجھ سے بات کرنے کا شکریہ۔ آپ جب چاہیں کال چھوڑ سکتے ہیں۔', 'میں {name} ہوں، ایک مصنوعی ذہانت۔ یہاں کوئی انسان نہیں ہے۔ میرے جوابات ان دستاویزات سے ہیں جو مجھے دی گئیں۔',
    'میں نے ابھی تک کچھ نہیں کہا۔', 'یہ مجھے اپنی دستاویزات میں نہیں ملا۔', 'آپ مجھ سے ان کے بارے میں پوچھ سکتے ہیں: {topics}۔', 'اس بارے میں بات کرنا میرے لیے ممکن نہیں۔', 'معذرت، مجھے یہ بات جاری نہیں رکھنی چاہیے۔',
    'یقین نہیں کہ یہ میرے پاس ہے۔ سب سے قریبی موضوعات یہ ہیں: {topics}۔', 'میں ایک اے آئی ہوں، آپ کی کسی انسان سے بات کرانا میرے لیے ممکن نہیں۔', 'معذرت کہ اس سے مدد نہ ملی۔ براہ کرم دوسرے الفاظ میں پوچھیے۔'],
  vi: ['Xin chào!', 'Không có gì. Tôi có thể giúp gì thêm cho bạn không?', 'Tạm biệt và cảm ơn bạn đã trò chuyện. Bạn có thể rời cuộc gọi bất cứ lúc nào.', 'Tôi là {name}, một AI. Không có người nào ở đây. Tôi trả lời từ các tài liệu tôi được cung cấp.',
    'Tôi chưa nói gì cả.', 'Tôi không tìm thấy điều đó trong tài liệu của mình.', 'Tôi có thể nói với bạn về {topics}.', 'Tôi không thể nói về điều đó.', 'Xin lỗi, tôi không nên tiếp tục chuyện đó.',
    'Tôi không chắc mình có thông tin đó. Những chủ đề gần nhất là: {topics}.', 'Tôi là một AI và không thể nối máy cho bạn với một người.', 'Xin lỗi vì tôi chưa giúp được. Vui lòng hỏi bằng cách khác.'],
  zh: ['您好！', '不客气。还有别的问题吗？', '再见，感谢您与我交谈。您可以随时离开通话。', '我是{name}，一个人工智能。这里没有真人。我根据提供给我的文档回答。',
    '我还没有说过什么。', '我在我的文档中没有找到相关内容。', '我可以为您介绍：{topics}。', '我不能谈论这个话题。', '抱歉，我不应该继续谈这个。',
    '我不确定有没有这方面的内容。最接近的主题是：{topics}。', '我是人工智能，无法为您转接真人。', '很抱歉没能帮到您。请换一种说法再问一次。'],
  'zh-Hant': ['您好！', '不客氣。還有其他問題嗎？', '再見，感謝您與我交談。您可以隨時離開通話。', '我是{name}，一個人工智慧。這裡沒有真人。我根據提供給我的文件回答。',
    '我還沒有說過什麼。', '我在我的文件中沒有找到相關內容。', '我可以為您介紹：{topics}。', '我不能談論這個話題。', '抱歉，我不應該繼續談這個。',
    '我不確定有沒有這方面的內容。最接近的主題是：{topics}。', '我是人工智慧，無法為您轉接真人。', '很抱歉沒能幫到您。請換一種說法再問一次。'],
};

export const DOCUMENT_SENTENCE_LANGUAGES: readonly string[] = Object.keys(SENTENCES);

/** What stands between two topics where it is not a comma. */
const COMMAS: Record<string, string> = { ar: '، ', fa: '، ', ur: '، ', ja: '、', zh: '、', 'zh-Hant': '、' };

/** The sentences in the language of a BCP 47 tag; in English where there are none. */
export function documentSentences(tag: string | undefined, name = '', topics: readonly string[] = []): DocumentSentences {
  const language = sentenceLanguage(tag);
  const lines = SENTENCES[language]!;
  const fill = (line: string) => line.replace(/\{(name|topics)\}/g, (_, what) => (what === 'name' ? name : topics.join(COMMAS[language] ?? ', ')));
  return Object.fromEntries(ORDER.map((word, index) => [word, fill(lines[index]!)])) as DocumentSentences;
}
