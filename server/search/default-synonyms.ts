/**
 * What people call things that texts about them call otherwise, by language. In a line, each part means all the others;
 * after `>` are words that only those before it mean. A rule without a word that products have does nothing.
 */
export const DEFAULT_SYNONYMS: Readonly<Record<string, string>> = {
  en: `
    color, colour
    center, centre
    organization, organisation
    catalog, catalogue
    license, licence
    gray, grey
    analyze, analyse
    optimize, optimise
    practice, practise
    program, programme
    jewelry, jewellery
    favorite, favourite
    theater, theatre
    picture, photo, photograph, image
    movie, film
    job, career
    company, business, firm
    kid, child, children
    car, automobile
    flat, apartment
    house, home, real estate
    holiday, vacation
    trip, journey, travel
    hotel, accommodation
    doctor, physician
    health, medical
    fitness, workout
    clothes, clothing, fashion
    game, gaming
    newspaper, news
    weather, forecast
    gift, present
    garden, gardening, plant
    pet, animal
    recipe, cooking
    bike, bicycle
    phone, smartphone, mobile
    laptop, computer
    email, e-mail, mail
    newsletter > email
    website, site, homepage, web page
    website, homepage > web
    online > web, internet
    app, application, software
    robot, bot
    robot > ai, assistant
    artificial intelligence, ai
    cheap, affordable, low cost
    buy, purchase
    shop, store, ecommerce, commerce
    sell > ecommerce, commerce, shop, store, payment
    pay, payment
    charge > payment, billing
    credit card, debit card > payment
    subscription, membership, recurring
    every month, monthly > subscription, recurring
    invoice, billing
    tax > accounting
    money > finance, budget, payment
    europe > european
    log in, sign in, login, authentication
    password, passphrase
    hacked, leaked, stolen > breach, security
    safe, secure, security
    private > privacy
    fast, quick, rapid
    fast, faster, quick, slow > speed, performance
    small, smaller, shrink, reduce > compress
    fix, repair
    crash, error, exception, bug
    outage, downtime, go down, goes down > uptime, monitoring
    alert, notification
    know when, tell me when > alert, notification, monitoring
    watch, monitor
    visitor, visit, audience > analytics, traffic
    count, statistics > analytics
    chart, graph, plot, diagram
    spreadsheet > table, data
    infographic > chart, visualization
    draw, drawing, sketch, illustration
    brainstorm > whiteboard, mind map
    team > collaboration, collaborative
    together > collaboration, collaborative
    poster, flyer, leaflet > graphic design
    slides > presentation
    symbol, icon, pictogram
    logo > icon, brand
    font, typeface
    letters > font, typography
    button, menu > component
    screen > interface, prototype
    readable, legible > contrast, accessibility
    blind, deaf, disabled > accessibility, accessible
    map, location, place
    address > map, geocoding
    chat, messenger
    live, instant > real-time
    text message, sms
    call > phone, voice, video
    survey, questionnaire, poll
    registration, sign up > form
    appointment, booking, reservation
    to-do, todo, task
    note > notebook, writing
    blog, weblog
    blog > publishing, static site
    publish > publishing, hosting
    put online > hosting, deploy
    manual, handbook, documentation, docs
    learn, course, lesson, tutorial
    beginner > learn, tutorial
    practice > exercise
    try, try out > playground, test
    school, education, teaching
    book, ebook > reading
    code, coding, programming
    without coding, without code, without programming > no-code, visual
    old version, previous version > version control, history
    backup > copy, sync
    tidy, tidy up, clean up, messy > format, formatter, lint
    automatic > automation
    automatically > automation, automated
    check > test, checker, audit
    convert, transform > converter
    search box > search engine
    translate, translation
    alternative, replacement, substitute
    animation, motion
    engine > generator, framework
    recipe, meal, cuisine > food
    restaurant, cafe, diner
    lawyer, attorney
    taxi, cab
    charity, nonprofit
    volunteer > volunteering, nonprofit
    meeting, conference > video call
    song > music, audio
    museum, exhibition
  `,
};
